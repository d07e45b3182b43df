import { type Fields, isFields } from '../problem.ts';
import { ANSWERS, RESOURCES } from './resources.ts';

/** Returns what replaces one resource. */
export type Change = (fields: Fields, kind: string) => unknown;

function inside(kind: string, value: unknown, wanted: string | undefined, change: Change): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(kind, each, wanted, change));
  if (!isFields(value)) return value;
  const copy = { ...value };
  for (const { name, type } of RESOURCES[kind]?.members ?? [])
    if (name in copy && RESOURCES[type]) copy[name] = inside(type, copy[name], wanted, change);
  return wanted === undefined || kind === wanted ? change(copy, kind) : copy;
}

/** Changes each resource of a kind in an answer, innermost first; changes all resources when `wanted` is undefined. */
export function eachResource(operation: string, body: Fields, wanted: string | undefined, change: Change): unknown {
  const answer = ANSWERS[operation];
  if (!answer) return body;
  if (!answer.list) return inside(answer.kind, body, wanted, change);
  return { ...body, items: inside(answer.kind, body['items'], wanted, change) };
}
