import { type Fields, isFields } from '../problem.ts';
import { ANSWERS, RESOURCES } from './resources.ts';

/** Returns what replaces one resource. */
export type Replace = (fields: Fields, kind: string) => unknown;

function inside(kind: string, value: unknown, wanted: string | undefined, replace: Replace): unknown {
  if (Array.isArray(value)) return value.map((each) => inside(kind, each, wanted, replace));
  if (!isFields(value)) return value;
  const copy = { ...value };
  for (const { name, type } of RESOURCES[kind]?.members ?? [])
    if (name in copy && RESOURCES[type]) copy[name] = inside(type, copy[name], wanted, replace);
  return wanted === undefined || kind === wanted ? replace(copy, kind) : copy;
}

/** Replaces each resource of a kind in an answer, innermost first; replaces all resources when `wanted` is undefined. */
export function eachResource(operation: string, body: Fields, wanted: string | undefined, replace: Replace): unknown {
  const answer = ANSWERS[operation];
  if (!answer) return body;
  if (!answer.list) return inside(answer.kind, body, wanted, replace);
  return { ...body, items: inside(answer.kind, body['items'], wanted, replace) };
}
