import { asked, type Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import { TIMED_LISTS } from '../operation-groups.ts';
import { type Fields, Problem } from '../problem.ts';
import { nanoseconds } from '../values.ts';

const HERE = { section: '4.15', on: TIMED_LISTS };

const IDS = ['listFiat', 'listAddresses'];

type Sign = 1 | -1;

const direction = decision(
  HERE,
  (order: string | undefined, _asked: readonly string[]): Sign => (order === 'ASC' ? 1 : -1),
  {
    faults: {
      'LIST-CURSOR-KEEPS-ORDER/goes-down-beside-ids': only(IDS, (order, names) =>
        order === 'ASC' && !names.includes('ids') ? 1 : -1,
      ),
      'LIST-CURSOR-KEEPS-ORDER/goes-down-beside-order_by': only(
        ['listFiat', 'listAccounts', 'listAddresses'],
        (order, names) => (order === 'ASC' && !names.includes('order_by') ? 1 : -1),
      ),
      'ORDER-DEFAULT-DESC/is-ascending': (order) => (order === 'DESC' ? -1 : 1),
      'ORDER-ASC/ignored': () => -1,
      'ORDER-DESC/taken-for-ASC': (order) => (order === undefined ? -1 : 1),
    },
  },
);
const orders = decision<readonly string[]>(HERE, ['ASC', 'DESC'], {
  faults: { 'ORDER-OUTSIDE/accepted': ['ASC', 'DESC', 'SIDEWAYS'] },
});
const orderings = decision<readonly string[]>(
  { section: '4.15', on: ['listFiat', 'listAccounts', 'listAddresses'] },
  ['CREATED_AT'],
  {
    faults: { 'ORDER-BY-CREATED-AT/refused': [] },
    latitudes: { 'order-by/passed-over': ['CREATED_AT', 'AMOUNT'] },
    protects: ['ORDER-BY-*'],
  },
);
const takesOrderByInOrder = decision({ section: '4.15', on: ['listFiat', 'listAccounts', 'listAddresses'] }, true, {
  faults: { 'ORDER-BY-CREATED-AT/refused-beside-order': false },
});
/** The document does not show the order of executions, or of items with the same instant. */
const executions = decision<Sign>({ section: '4.12', on: ['listExecutions'] }, -1, {
  latitudes: { 'executions/oldest-first': 1 },
  protects: ['SINCE-EXECUTION-ID', 'EXECUTION-ORDER'],
});
const ties = decision<Sign>({ section: '4.15', on: [...HERE.on, 'listExecutions'] }, 1, {
  latitudes: { 'ties/in-the-other-order': -1 },
  protects: ['ORDER-ASC', 'ORDER-DESC', 'ORDER-DEFAULT-DESC', 'LIST-CURSOR-KEEPS-ORDER'],
});

/** Returns 1 for oldest first and -1 for newest first. Throws Problem for an order that does not exist. */
export function signOf(call: Call, ordered: boolean): Sign {
  const { choices } = call;
  const [order, by] = [asked(call, 'order'), asked(call, 'order_by')];
  if (order !== undefined && !choices.of(orders).includes(order)) throw new Problem(400, 'order is ASC or DESC');
  if (by !== undefined && !choices.of(orderings).includes(by)) throw new Problem(400, 'order_by is CREATED_AT');
  if (order !== undefined && by !== undefined && !choices.of(takesOrderByInOrder))
    throw new Problem(400, 'order and order_by exclude each other');
  return ordered ? choices.of(direction)(order, Object.keys(call.query)) : choices.of(executions);
}

/** Returns what identifies an item in cursors and among items with the same instant. */
export const idOf = (item: Fields): string => String(item['id'] ?? item['execution_id']);

/** Returns a comparison of items by instant, and by ID if the instants are equal. */
export function comparator({ choices }: Call, by: string, sign: Sign): (a: Fields, b: Fields) => number {
  const tie = choices.of(ties);
  return (a, b) => {
    const [at, bt] = [nanoseconds(a[by]) ?? 0n, nanoseconds(b[by]) ?? 0n];
    if (at !== bt) return at < bt ? -sign : sign;
    const [i, j] = [idOf(a), idOf(b)];
    return i === j ? 0 : i < j ? -sign * tie : sign * tie;
  };
}
