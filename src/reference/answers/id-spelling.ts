import type { Call } from '../call.ts';
import { decision } from '../decision.ts';
import { type Fields, isFields } from '../problem.ts';
import { ANSWERS } from './resources.ts';
import type { Shaped } from './shape-faults.ts';
import { eachResource } from './visit.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a member or parameter holds IDs that the service assigned; a ref_id is the client's own text. */
const isIdName = (name: string): boolean => /^(?:ids?|.+_ids?)$/.test(name) && !/^ref_ids?$/.test(name);

const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

let answers = 0;

/** Alternates the case of UUIDs: from one resource to the next, and for one resource from one answer to the next. */
const byTurns: Shaped = (operation, body) => {
  answers += 1;
  let turn = answers;
  return eachResource(operation, body, undefined, (fields) => {
    turn += 1;
    const spelled = Object.entries(fields).map(([name, value]) => {
      if (!isIdName(name) || !isUuid(value)) return [name, value];
      return [name, turn % 2 === 0 ? value.toUpperCase() : value.toLowerCase()];
    });
    return Object.fromEntries(spelled);
  });
};

/** UUIDs are hexadecimal numbers, so the case of their digits means nothing. */
export const idSpelling = decision<Shaped>(
  { section: 'Conventions', on: Object.keys(ANSWERS).filter((operation) => operation !== 'sandboxDeposit') },
  (_, body) => body,
  {
    latitudes: { 'ids/case-varies': byTurns },
    protects: [
      'FA-ID',
      'FW-FIAT-ACCOUNT-ECHO',
      'DA-LOOK-UP-BY-*',
      'LIST-PAGE-NO-REPEAT',
      'FILTER-*',
      'INSTRUCTION-MEMO-PROFILE',
      'ADDRESS-ONE-PROFILE',
      'QE-UNCHANGED',
    ],
  },
);

/**
 * Returns the request with its IDs in the case in which they are stored, for a service that ignores the case of IDs.
 */
export function inAnyCase(call: Call): Call {
  const stored = (uuid: string): string => {
    const lower = uuid.toLowerCase();
    return call.store.fiat.find(({ id }) => id.toLowerCase() === lower)?.id ?? lower;
  };
  const spelled = (text: string): string => (isUuid(text) ? stored(text) : text);
  const named = (name: string, value: unknown): unknown => {
    if (name === 'metadata') return value;
    if (Array.isArray(value)) return value.map((each) => named(name, each));
    if (isFields(value)) return membersOf(value);
    return isIdName(name) && typeof value === 'string' ? value.split(',').map(spelled).join(',') : value;
  };
  const membersOf = <T extends Readonly<Fields>>(fields: T): T =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, named(name, value)])) as T;
  return { ...call, path: membersOf(call.path), query: membersOf(call.query), body: membersOf(call.body) };
}
