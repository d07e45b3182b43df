import { readFileSync } from 'node:fs';
import { type Operation, operationNames } from '../../contract/operations.ts';
import {
  type Body,
  bodyBounds,
  type Credentials,
  type Recorded,
  type RequestPlace,
  type SentRequest,
} from '../../model/exchange.ts';
import { type OwnMembers, ownMember, ownOfResponse, PART_OF_BODY } from '../../model/har.ts';
import { purposeNamed } from '../../model/purpose.ts';
import { UsageError } from '../../settings/usage-error.ts';
import { flagFor } from '../../values/flag.ts';
import { NO_ANSWER } from '../../values/http-status.ts';
import { at, isObject, type Json, type JsonObject, member } from '../../values/json.ts';
import { parsed } from '../../values/parsed.ts';
import type { Hidden, HiddenNumber } from './hidden.ts';

/** An exchange of a run as its recording holds it, with account numbers masked. */
export interface RecordedExchange {
  /** The index of the shard that made it, from 0. */
  readonly part: number;
  readonly place: RequestPlace;
  readonly recorded: Recorded;
  /** The masked places of both bodies. */
  readonly hidden: { readonly request: Hidden; readonly response: Hidden };
  /** True if the recording holds only a part of the response. */
  readonly cut: boolean;
}

const textOf = (found: Json | undefined): string => (typeof found === 'string' ? found : '');

const textAt = (value: unknown, pointer: string): string => textOf(at(value, pointer));

const numberAt = (value: unknown, pointer: string): number => Number(at(value, pointer) ?? 0);

const objectOf = (found: Json | undefined): JsonObject => (isObject(found) ? found : {});

const ownText = (entry: Json, name: keyof OwnMembers): string => textOf(ownMember(entry, name));

const ownNumber = (entry: Json, name: keyof OwnMembers): number => Number(ownMember(entry, name) ?? 0);

function headersAt(value: unknown, pointer: string): Readonly<Record<string, string>> {
  const lines = at(value, pointer);
  if (!Array.isArray(lines)) return {};
  return Object.fromEntries(lines.map((line: Json) => [textAt(line, '/name'), textAt(line, '/value')]));
}

const strings = (values: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

const lists = (values: JsonObject): SentRequest['query'] =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : [String(value)]]),
  );

/** Parses JSON. If somebody damaged the text, returns the text itself, which then equals no expected value. */
function jsonOf(text: string): Json {
  try {
    return parsed(text);
  } catch {
    return text;
  }
}

/** Reads the masked places of a body. Leaves out entries that are malformed, because somebody damaged them. */
function hiddenIn(masked: Json | undefined): Hidden {
  const places = Object.entries(objectOf(masked)).flatMap(([place, given]): [string, HiddenNumber][] => {
    const [number, like, shape] = [member(given, 'number'), member(given, 'like'), member(given, 'shape')];
    if (typeof number !== 'number') return [];
    const found: HiddenNumber = {
      number,
      ...(typeof like === 'number' && like < number ? { like } : {}),
      ...(typeof shape === 'string' ? { shape } : {}),
      ...(member(given, 'shown') === true ? { shown: true } : {}),
    };
    return [[place, found]];
  });
  return Object.fromEntries(places);
}

function requestOf(entry: Json): SentRequest {
  const posted = at(entry, '/request/postData/text');
  const given = ownMember(entry, '_credentials');
  return {
    method: textAt(entry, '/request/method'),
    url: textAt(entry, '/request/url'),
    headers: headersAt(entry, '/request/headers'),
    path: strings(objectOf(ownMember(entry, '_path'))),
    query: lists(objectOf(ownMember(entry, '_query'))),
    body: typeof posted === 'string' ? jsonOf(posted) : undefined,
    credentials: given === undefined ? 'token' : (given as Credentials),
    ...(ownMember(entry, '_elsewhere') === true ? { elsewhere: true } : {}),
  };
}

function bodyOf(entry: Json): Body {
  const [kind, text] = [ownText(entry, '_body'), textAt(entry, '/response/content/text')];
  if (kind === 'empty') return { kind };
  if (kind === 'unreadable') {
    const bound = bodyBounds.find((each) => flagFor(each) === ownText(entry, '_bound'));
    return { kind, text, reason: ownText(entry, '_unreadable'), ...(bound ? { bound } : {}) };
  }
  return { kind: 'json', value: jsonOf(text), text };
}

function recordedIn(entry: Json, operation: Operation): Omit<RecordedExchange, 'cut'> {
  const place: RequestPlace = { madeFor: ownText(entry, '_made_for'), number: ownNumber(entry, '_number') };
  const common = {
    id: ownNumber(entry, '_id'),
    operation,
    request: requestOf(entry),
    startedAt: Date.parse(textAt(entry, '/startedDateTime')),
    durationMs: numberAt(entry, '/time'),
    purpose: purposeNamed(ownText(entry, '_purpose')),
    place,
  };
  const answer = member(entry, 'response');
  const status = numberAt(answer, '/status');
  const body = bodyOf(entry);
  const response = { status, headers: headersAt(entry, '/response/headers'), body, bytes: 0 };
  const recorded: Recorded =
    status === NO_ANSWER
      ? {
          ...common,
          lost: textOf(ownOfResponse(answer, '_error')),
          isUnsent: ownOfResponse(answer, '_unsent') === true,
        }
      : { ...common, response };
  const masked = ownMember(entry, '_hidden');
  const hidden = { request: hiddenIn(member(masked, 'request')), response: hiddenIn(member(masked, 'response')) };
  return { part: ownNumber(entry, '_part'), place, recorded, hidden };
}

function exchangeOf(entry: Json): readonly RecordedExchange[] {
  const named = ownText(entry, '_operation');
  const operation = operationNames.find((each) => each === named);
  if (!operation) return [];
  const cut = at(entry, '/response/content/comment') === PART_OF_BODY;
  return [{ ...recordedIn(entry, operation), cut }];
}

/** Reads the exchanges of a run's exchanges.har, in the order in which they ended. Throws UsageError. */
export function readRecorded(path: string): readonly RecordedExchange[] {
  let har: unknown;
  try {
    har = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(
      error instanceof SyntaxError
        ? `${path} is not JSON: give the folder as the run wrote it`
        : `${path} cannot be read: an audit needs report.json and exchanges.har of one run, in one folder`,
    );
  }
  const entries = at(har, '/log/entries');
  return Array.isArray(entries) ? entries.flatMap(exchangeOf) : [];
}
