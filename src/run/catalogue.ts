import { existsSync, readFileSync } from 'node:fs';
import type { Requirement } from '../contract/requirement.ts';
import type { Check, Row } from '../engine/row.ts';

/** A requirement without its checks, which take far longer to load than it takes to list it. */
export interface Listed extends Requirement {
  /** How it is checked. */
  readonly kinds: readonly Check['kind'][];
}

/** Every requirement: what targets have to keep, and what clients have to. */
export interface Catalogue {
  readonly target: readonly Listed[];
  readonly clients: readonly Listed[];
}

const listed = ({ checks, traffic, ...requirement }: Row): Listed => ({
  ...requirement,
  kinds: [...new Set(checks.map(({ kind }) => kind))],
});

/** The requirements of the suites themselves. */
export async function catalogueOfSuites(): Promise<Catalogue> {
  const [{ rows }, { requestsMade }] = await Promise.all([
    import('../../suites/index.ts'),
    import('../../suites/requests-made/index.ts'),
  ]);
  return { target: rows.map(listed), clients: requestsMade.map(listed) };
}

/** The requirements as the build wrote them down; running from the sources, those of the suites. */
export async function catalogue(): Promise<Catalogue> {
  const built = new URL('catalogue.json', import.meta.url);
  return existsSync(built) ? (JSON.parse(readFileSync(built, 'utf8')) as Catalogue) : catalogueOfSuites();
}
