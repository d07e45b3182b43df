import { operationNames } from '../../contract/operations.ts';
import { isActive, type Row } from '../../engine/row.ts';
import { type Facts, type KeptOutcome, keyOf, type Unavailable } from '../../model/facts.ts';
import { counted } from '../../values/counted.ts';

const MORE = 'traffic that exercises it';

/** The outcome of requirements that only probes can decide. */
const ONLY_PROBES: KeptOutcome = {
  kind: 'inconclusive',
  cause: 'budget',
  reason: 'only requests that are sent on purpose can decide this',
  provide: 'a run of the suite against the target',
};

/** Returns the outcomes of the requirements that no traffic of others can decide. */
export const onlyByProbes = (rows: readonly Row[]): Facts['outcomes'] =>
  Object.fromEntries(
    rows.filter(isActive).flatMap(({ id, operations }) => operations.map((each) => [keyOf(id, each), ONLY_PROBES])),
  );

const each = (missing: (operation: (typeof operationNames)[number]) => Unavailable): Facts['unavailable'] =>
  Object.fromEntries(operationNames.map((operation) => [operation, missing(operation)]));

/** Says for each operation why clients could not be judged on it. */
export const withoutRequest: Facts['unavailable'] = each(() => ({
  reason: 'the traffic has no client request that exercises it',
  provide: MORE,
}));

/** Says for each operation why the target could not be judged on it. */
export const withoutAnswer = (traffic: Facts['traffic']): Facts['unavailable'] =>
  each((operation) => {
    const seen = traffic[operation];
    const reason = seen
      ? `${seen.accepted} of its ${counted(seen.requests, 'request')} ${seen.accepted === 1 ? 'was' : 'were'} accepted`
      : `the traffic has no exchange of ${operation}`;
    return { reason, provide: MORE };
  });
