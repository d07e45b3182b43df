import { join } from 'node:path';
import { harEntry, MOST_HAR_BYTES } from '../../../reporters/har.ts';
import type { Redaction } from '../../client/redaction.ts';
import { type Exchange, isAnswered, type Recorded } from '../../model/exchange.ts';
import { leftOutLine, type RecordedEntry } from '../../model/har.ts';
import type { ReportedResponse } from '../../model/reported.ts';
import { definite } from '../../values/definite.ts';
import { HiddenNumbers } from '../audit/hidden.ts';
import { Journal } from './journal.ts';

/** The name of the exchange log, from which exchanges.har is made. */
export const EXCHANGE_LOG = '.exchanges.ndjson';

/** The size limit of the log in bytes. Later exchanges are counted and judged, but not kept. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Writes each exchange as a line with secrets removed, so that a long run holds none in memory. */
export class ExchangeLog {
  readonly #journal: Journal;
  readonly #redaction: Redaction;
  readonly #numbers = new HiddenNumbers();
  /** Characters of the exchanges that show no failure; they are kept only while there is room. */
  #ordinary = 0;

  constructor(out: string, redaction: Redaction) {
    this.#journal = new Journal(join(out, EXCHANGE_LOG), MOST_BYTES);
    this.#redaction = redaction;
  }

  add(recorded: Recorded): void {
    this.#journal.write(() => harEntry(this.#shown(recorded)).text);
  }

  /**
   * Adds an exchange that shows no failure. Once exchanges.har has no room left for such exchanges, writes only the
   * exchange's number.
   */
  addOrdinary(recorded: Recorded): void {
    this.#journal.write(() => {
      if (this.#ordinary > MOST_HAR_BYTES) return leftOutLine(recorded.id);
      const { text } = harEntry(this.#shown(recorded));
      this.#ordinary += text.length;
      return text;
    });
  }

  #shown(recorded: Recorded): RecordedEntry {
    const entry = this.#redaction.json(entryOf(recorded));
    // Only a run is audited, and its exchanges have a place.
    if (!recorded.place) return entry;
    const request = this.#numbers.in(recorded.request.body, entry.request.body);
    const answer =
      isAnswered(recorded) && recorded.response.body.kind === 'json' ? recorded.response.body.value : undefined;
    const response = this.#numbers.in(answer, entry.response?.body);
    const hidden = {
      ...(Object.keys(request).length > 0 ? { request } : {}),
      ...(Object.keys(response).length > 0 ? { response } : {}),
    };
    return Object.keys(hidden).length > 0 ? { ...entry, hidden } : entry;
  }

  /** One sentence if the log is incomplete because the disk is full or a bound was reached. */
  get problem(): string | undefined {
    return this.#journal.problem;
  }

  /** Writes the buffered lines and closes the file. */
  close(): void {
    this.#journal.close();
  }
}

function entryOf(recorded: Recorded): RecordedEntry {
  const { id, operation, purpose, place, startedAt, durationMs } = recorded;
  const { method, url, headers, body, path, query, credentials, elsewhere } = recorded.request;
  return {
    id,
    operation,
    purpose,
    ...(place ? { made_for: place.madeFor, number: place.number } : {}),
    asked: { path, query, credentials, ...(elsewhere ? { elsewhere } : {}) },
    started_at: new Date(startedAt).toISOString(),
    duration_ms: Math.round(durationMs * 1000) / 1000,
    request: { method, url, headers, ...definite({ body }) },
    ...(isAnswered(recorded)
      ? { read: readAs(recorded), response: wholeResponse(recorded) }
      : { response: null, lost: recorded.lost, ...(recorded.isUnsent ? { unsent: true } : {}) }),
  };
}

/** The longest body that is kept as a whole, in characters. Of a longer one only the beginning is kept. */
const LONGEST_BODY = 1_000_000;

/** Returns the response with its whole body, so that an audit can compute its verdicts again. */
function wholeResponse({ response: { status, headers, body } }: Exchange): ReportedResponse {
  if (body.kind === 'empty') return { status, headers };
  if (body.text.length > LONGEST_BODY || (body.kind === 'json' && body.cut))
    return { status, headers, body: body.text.slice(0, LONGEST_BODY), cut: true };
  return { status, headers, body: body.kind === 'json' ? body.value : body.text };
}

function readAs({ response: { body } }: Exchange): NonNullable<RecordedEntry['read']> {
  if (body.kind !== 'unreadable') return { kind: body.kind };
  const { kind, reason, bound } = body;
  return { kind, reason, ...(bound ? { bound } : {}) };
}
