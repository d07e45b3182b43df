import fc from 'fast-check';
import { cases, probe } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, should, suite } from '../../src/engine/row.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { at, type Json, type JsonObject } from '../../src/values/json.ts';
import { acceptedBody } from '../vocabulary/answers.ts';
import { undisturbed } from '../vocabulary/disturbance.ts';
import { accountOf, asking, NOTE, updatable } from '../vocabulary/requests.ts';
import { detailsUnlikeNow } from './bank-details.ts';
import { isAlike } from './texts.ts';
import { type AsUpdated, shownUpdated, unlessAwaitingApproval } from './updating.ts';

/** Pointers of the parts that show which update they come from. */
const PARTS = { metadata: `/metadata/${NOTE}`, owner: '/fiat_account_owner/institution_details/name' } as const;

/** Returns an update of two parts that both carry the mark. */
const marked = (mark: string): JsonObject => ({
  metadata: { [NOTE]: mark },
  fiat_account_owner: { institution_details: { name: mark } },
});

/** Checks that a part carries the mark, if the account shows it. */
const carries =
  (place: string, mark: string, isSame: typeof isAlike = Object.is): AsUpdated =>
  (account) => {
    const found = at(account, place) ?? mark;
    return isSame(found, mark)
      ? undefined
      : { expected: `${place} ${shown(mark)} after the update`, actual: shown(found) };
  };

/**
 * Returns a check that each part that the account shows carries the mark, and other bank details if they were sent. All
 * but metadata may await approval.
 */
async function isWhole(p: Probing, mark: string, details: AsUpdated = () => undefined): Promise<AsUpdated> {
  const ownersName = carries(PARTS.owner, mark, isAlike);
  const approved = await unlessAwaitingApproval(p, 'an update of several parts', ownersName, details);
  return (account) => carries(PARTS.metadata, mark)(account) ?? approved(account);
}

/**
 * Demands that an update of several parts changes each of them: all three where bank details may be changed, otherwise
 * two. Demands nothing if that is refused.
 */
async function keepsEveryPart(p: Probing): Promise<readonly Failure[]> {
  const mark = `Whole ${p.run.id} ${p.attempt}`;
  const sends = async (change: JsonObject, holds: AsUpdated, read?: AsUpdated) => {
    const { isAccepted, exchange } = await p.answerTo(asking(p, 'putFiat', { ...marked(mark), ...change }));
    return isAccepted ? shownUpdated(p, exchange, holds, read) : undefined;
  };
  const details = p.run.changesBankDetails ? await unlessInconclusive(undefined, () => detailsUnlikeNow(p)) : undefined;
  const whole = details && (await sends(details.change, await isWhole(p, mark, details.shows), details.keeps));
  return whole ?? (await sends({}, await isWhole(p, mark))) ?? [];
}

/** Further pairs of simultaneous updates, since one pair may miss a race. */
const MORE_PAIRS = { share: 1 / 20, requests: 3 };

/** Returns those of the marks that parts of the account carry. */
function marksOf(account: Json | undefined, marks: readonly string[]): readonly string[] {
  const found = Object.values(PARTS).flatMap((place) => {
    const text = at(account, place);
    return typeof text === 'string' && marks.includes(text) ? [text] : [];
  });
  return [...new Set(found)];
}

/** Demands that after two simultaneous updates all parts of the account come from the same one. */
async function oneOfTwo(p: Probing): Promise<readonly Failure[]> {
  // An owner name may allow few characters: no underscores.
  const pair = p.freshRef().replaceAll('_', '-');
  const marks = ['One', 'Two'].map((name) => `${name} ${pair}`);
  const beside = { isConcurrent: true };
  const answers = await Promise.all(
    marks.map((mark) => p.answerTo({ ...asking(p, 'putFiat', marked(mark)), ...beside })),
  );
  if (!answers.every(({ isAccepted }) => isAccepted))
    throw new Inconclusive('refused', 'two simultaneous updates of owner and metadata were not both accepted');
  const failures = await p.eventually(async () => {
    const read = await p.sendValid(accountOf({ id: updatable(p) }));
    if (marksOf(acceptedBody(read), marks).length < 2) return [];
    const expected = 'all parts from one of the two simultaneous updates';
    const actual = Object.values(PARTS)
      .map((place) => `${place} ${shown(at(acceptedBody(read), place))}`)
      .join(' and ');
    return [
      failure(
        read,
        { expected, actual },
        answers.map(({ exchange }) => exchange),
      ),
    ];
  });
  return undisturbed(p, failures);
}

const CITES = [
  'Body (all fields optional): fiat_account_owner (object, 2.2), fiat_network_instructions (object, 2.2), metadata (object).',
] as const;

/** Updates of several parts, and simultaneous updates (4.1). */
export const updatesTogether: readonly Row[] = suite('4.1', ['putFiat'], {
  'FA-UPDATE-WHOLE': must(
    'An update of several parts changes each of them',
    {
      aspect: 'state across',
      cites: CITES,
      lenience:
        'Answers may leave out parts. Nothing is demanded if an owner cannot be changed. Bank details are among the parts if they can be changed, and only on a loopback target, or on an account that the fixtures file names; only its number, streets, cities and codes are compared, and the number and the bank may stay as they were. A bank may be shown with the name and address that belong to its routing number. A read must still show each detail that a read showed before and the update sent. Parts may stay as they were if the update sent the account back to PENDING to await approval, and an update of only metadata does not do that. If every update does it, the change shows at once, or as soon as the account has another status. Reads are repeated for some seconds.',
    },
    probe(keepsEveryPart),
  ),
  'FA-UPDATES-AT-ONCE': should(
    'Two simultaneous updates have the same result as two consecutive ones: all parts are from one of them',
    {
      aspect: 'state across',
      cites: CITES,
      lenience: 'Answers may leave out parts. Either update may be the last one. One of them may be refused.',
    },
    probe(oneOfTwo),
    cases(MORE_PAIRS, (p) => p.each(fc.constant(p.operation), () => oneOfTwo(p))),
  ),
});
