import type { RequestMade } from '../../engine/check.ts';
import { type Flaw, isFlaws } from '../../engine/judgement.ts';
import type { Row } from '../../engine/row.ts';
import type { ProblemDocument } from '../../proxy/problem.ts';
import type { Capture } from '../../recordings/capture.ts';
import { decodeCapture } from '../../recordings/decode.ts';
import { recognise } from '../../recordings/recognise.ts';
import type { Bounds } from '../../settings/target/bounds.ts';

/** The maximum number of violations that one problem document names. */
const MOST_NAMED = 20;

/**
 * Returns a function that describes what is wrong with a request as a problem document. It returns undefined for valid
 * requests and for requests of this tool's probes.
 */
export const guard =
  (rows: readonly Row[], bounds: Bounds) =>
  async (capture: Capture): Promise<ProblemDocument | undefined> => {
    const recognised = recognise(capture.method, capture.url);
    if (!recognised) return undefined;
    const { recorded, hasRequest, isProbe } = await decodeCapture(capture, recognised, bounds);
    if (isProbe || !hasRequest) return undefined;
    const found = rows.filter((row) => isDemanded(row, recorded.operation)).flatMap((row) => broken(row, recorded));
    const [first] = found;
    if (!first) return undefined;
    return {
      status: 400,
      type: 'urn:transfer-conformance:violating-request',
      title: 'The request violates the interface',
      detail: `expected ${first.expected}; got ${first.actual} (section ${first.section}); the request was not forwarded`,
      more: { violations: found.slice(0, MOST_NAMED) },
    };
  };

/** Returns whether a row is a must on clients of the operation. */
const isDemanded = ({ party, level, operations }: Row, operation: Row['operations'][number]): boolean =>
  party === 'client' && level === 'must' && operations.includes(operation);

/** Returns what a request breaks of a row, as members of a problem document. */
const broken = ({ id, cites: [{ section }], checks }: Row, made: RequestMade) =>
  checks.flatMap((check) => {
    const judgement = check.kind === 'request' ? check.judge(made) : undefined;
    const flaws = judgement !== undefined && isFlaws(judgement) ? judgement : [];
    return flaws.map(({ expected, actual }: Flaw) => ({ requirement: id, section, expected, actual }));
  });
