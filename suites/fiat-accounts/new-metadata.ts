import { metadataLimits } from '../../src/contract/constraints/index.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { NOTE } from '../vocabulary/requests.ts';

/** A key that a service may store in lower case, although it answers with the key that was sent. */
const CAPITALS = 'In_Every_Read';

/**
 * Letters outside ASCII, characters that are special in HTML or URLs, two blanks in a row, and an emoji of two that are
 * joined.
 */
const MARKS = `Zoë <b> & "it's" 👩\u200d🚀  %41`;

/** Returns a text that is as long as a value may be, if its limit counts bytes. */
const filled = (text: string): string => text + 'z'.repeat(Math.max(0, metadataLimits.value - Buffer.byteLength(text)));

/**
 * Makes an update with as much metadata as is accepted: the largest number of pairs with a long value, or fewer. Not all
 * characters need be accepted, and an account that keeps its former pairs may be full. `words` make the values differ
 * from those of other updates. `update` throws Inconclusive if the update is refused.
 */
export async function withNewMetadata<T>(
  p: Probing,
  words: string,
  update: (metadata: JsonObject) => Promise<T>,
): Promise<T> {
  const note = `${words} ${p.run.id}`;
  const two = { [NOTE]: note, [CAPITALS]: note };
  const more = Array.from({ length: metadataLimits.pairs - 2 }, (_, index) => [`pair_${index}`, note]);
  for (const metadata of [{ ...two, [NOTE]: filled(`${note} ${MARKS} `), ...Object.fromEntries(more) }, two]) {
    const made = await unlessInconclusive(undefined, () => update(metadata), ['refused']);
    if (made !== undefined) return made;
  }
  return update({ [NOTE]: note });
}
