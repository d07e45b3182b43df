import { meetsOneObject, type Operation } from '../contract/operations.ts';
import { answered, type Exchange } from '../model/exchange.ts';
import { type Failure, type Outcome, type Replay, shown } from '../model/outcome.ts';
import { Inconclusive } from './inconclusive.ts';
import { Prober, type World } from './prober.ts';
import type { Check, Row } from './row.ts';

type Active = Extract<Check, { kind: 'probe' | 'question' }>;

const isActiveCheck = (check: Check): check is Active => check.kind === 'probe' || check.kind === 'question';

/**
 * Runs the probes of a row on one operation. A failure is confirmed by running the probe once more: one that does not come
 * back is flaky, neither passed nor failed in silence. Errors of our own are thrown on. With `replay`, properties run only
 * that case.
 */
export function exercise(row: Row, operation: Operation, world: World, replay?: Replay): Promise<Outcome> {
  // The object must not change under the check of another row.
  return meetsOneObject(operation)
    ? world.shared.exclusively(operation, () => exercised(row, operation, world, replay))
    : exercised(row, operation, world, replay);
}

async function exercised(row: Row, operation: Operation, world: World, replay?: Replay): Promise<Outcome> {
  let outcome: Outcome = { kind: 'holds' };
  for (const check of row.checks.filter(isActiveCheck)) {
    outcome = await concluded(() => attempt(check, new Prober(world, row.id, operation, 0, replay)));
    if (outcome.kind === 'fails') outcome = await confirmed(check, row, operation, world, outcome.failures);
    if (outcome.kind !== 'holds') return outcome;
  }
  return outcome;
}

async function attempt(check: Active, prober: Prober): Promise<Outcome> {
  if (check.kind === 'question') return { kind: 'observed', answer: await check.ask(prober) };
  const [first, ...more] = await check.run(prober);
  if (first) return { kind: 'fails', failures: [first, ...more] };
  return prober.asked > 0
    ? { kind: 'holds' }
    : { kind: 'inconclusive', cause: 'fixture', reason: 'there was nothing to send' };
}

async function concluded(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return inconclusive(error);
  }
}

const inconclusive = ({ cause, reason, provide, blockedBy }: Inconclusive): Outcome => ({
  kind: 'inconclusive',
  cause,
  reason,
  ...(provide === undefined ? {} : { provide }),
  ...(blockedBy === undefined ? {} : { blockedBy }),
});

async function confirmed(
  check: Active,
  row: Row,
  operation: Operation,
  world: World,
  failures: readonly [Failure, ...Failure[]],
): Promise<Outcome> {
  const { replay } = failures[0];
  const prober = new Prober(world, row.id, operation, 1, replay);
  const second = await concluded(() => attempt(check, prober));
  if (second.kind !== 'holds') return { kind: 'fails', failures };
  return flaky(failures, prober.last);
}

/** A failure that did not come back, with both answers. */
function flaky([first, ...more]: readonly [Failure, ...Failure[]], held: Exchange | undefined): Outcome {
  const said = (exchange: Exchange | undefined): string =>
    exchange
      ? `answered ${exchange.response.status} ${shown(answered(exchange))} (exchange ${exchange.id})`
      : 'not answered';
  const reason = `failed once and held when it was repeated: expected ${first.expected}; got ${first.actual}, ${said(first.exchanges.at(-1))}; then ${said(held)}`;
  const both = held ? { ...first, exchanges: [held, ...first.exchanges] } : first;
  return { kind: 'flaky', reason, failures: [both, ...more] };
}
