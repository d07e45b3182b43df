import type { Requirement } from '../../contract/requirement.ts';
import type { Check } from '../../engine/check.ts';
import type { Row } from '../../engine/row.ts';
import type { Variant } from '../../reference/decision.ts';
import { catalogueText } from './catalogue-text.ts';

/** Where a requirement is in the sources, as `FILE:LINE`. */
interface Places {
  readonly row: string;
  /** The functions that check it. */
  readonly checks: readonly string[];
}

/** A requirement without its checks. The checks take far longer to load than listing takes. */
export interface Listed extends Requirement {
  /** The kinds of its checks. */
  readonly kinds: readonly Check['kind'][];
  /** Missing if the catalogue was not built. */
  readonly places?: Places;
}

/** A fault or latitude of the embedded service. */
export interface ListedVariant extends Pick<Variant, 'name' | 'on' | 'section' | 'protects'> {
  /** Its `FILE:LINE`; missing if the catalogue was not built. */
  readonly place?: string;
}

/** All requirements on targets and on clients, and the faults and latitudes that prove them. */
export interface Catalogue {
  readonly target: readonly Listed[];
  readonly clients: readonly Listed[];
  readonly faults: readonly ListedVariant[];
  readonly latitudes: readonly ListedVariant[];
}

const listed = ({ checks, traffic, ...requirement }: Row): Listed => ({
  ...requirement,
  kinds: [...new Set(checks.map(({ kind }) => kind))],
});

const listedVariant = ({ name, on, section, protects }: Variant): ListedVariant => ({ name, on, section, protects });

/** Makes the catalogue from the suites and from the faults and latitudes of the embedded service. */
export async function catalogueOfSuites(): Promise<Catalogue> {
  const [{ requestsMade, rows }, { faults, latitudes }] = await Promise.all([
    import('../../../suites/index.ts'),
    import('../../reference/decision.ts'),
    import('../../reference/service.ts'),
  ]);
  return {
    target: rows.map(listed),
    clients: requestsMade.map(listed),
    faults: faults().map(listedVariant),
    latitudes: latitudes().map(listedVariant),
  };
}

/** Returns the catalogue that the build wrote. If the code runs from its sources, makes it from the suites. */
export async function catalogue(): Promise<Catalogue> {
  const text = catalogueText();
  return text === undefined ? catalogueOfSuites() : (JSON.parse(text) as Catalogue);
}
