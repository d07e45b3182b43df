import { operations } from '../../src/contract/operations.ts';
import { failure } from '../../src/engine/evidence.ts';
import { blockedBy } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { accepted, string } from './answers.ts';
import { itemWith } from './comparisons.ts';

/** A creation of this run, by the id that it was answered with. */
interface Made {
  readonly id: Id;
  readonly text: string;
  readonly exchange: Exchange;
}

/** The addresses that this run has created with a token, each once. */
function addressesMade(p: Probing): readonly Made[] {
  const made = p.created('createAddress').flatMap((exchange): [Id, Made][] => {
    const text = string(accepted(exchange), '/id');
    const own = id(text);
    if (text === undefined || own === undefined || exchange.request.credentials !== 'token') return [];
    return [[own, { id: own, text, exchange }]];
  });
  return [...new Map(made).values()];
}

/** Of them, those that a look-up of them all does not show: pages are turned to the end. */
async function missingOf(p: Probing, made: readonly Made[]): Promise<readonly Made[]> {
  const { items, complete } = await p.list('listAddresses', { ids: made.map(({ text }) => text) });
  const shown = new Set(items.map((item) => item.id));
  return complete ? made.filter((each) => !shown.has(each.id)) : [];
}

/** Looks up what the run has created, as much as one look-up may name on another host, after all that was done since: nothing deletes it. */
export async function stillListed(p: Probing): Promise<readonly Failure[]> {
  const most = operations.listAddresses.query.ids.most;
  const all = addressesMade(p);
  const looked = p.run.loopback ? all : all.slice(0, most);
  for (let start = 0; start < looked.length; start += most) {
    const made = looked.slice(start, start + most);
    const [first, ...more] = await missingOf(p, made);
    if (first === undefined) continue;
    if (more.length + 1 === made.length) throw blockedBy('FILTER-IDS', 'ids leave out all that they name');
    const failures = await lookedUpAlone(p, first);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Looks for one address until it is listed. */
const lookedUpAlone = (p: Probing, { text, exchange }: Made): Promise<readonly Failure[]> =>
  p.eventually(async () => {
    const list = await p.accepted({ operation: 'listAddresses', input: () => ({ query: { ids: [text] } }) });
    if (itemWith(list, text)) return [];
    const expected = `the address ${text}, which was created before: nothing deletes an address`;
    return [failure(list, { where: '/items', expected, actual: 'it is missing' }, [exchange])];
  });
