import { join } from 'node:path';
import type { Redaction } from '../client/redaction.ts';
import { isAnswered, type Recorded } from '../model/exchange.ts';
import type { RecordedEntry } from '../model/report.ts';
import { Journal } from './journal.ts';
import { reportedResponse } from './report-failure.ts';

/** The name of the exchange log, which exchanges.har is made of. */
export const EXCHANGE_LOG = '.exchanges.ndjson';

/** Most bytes of the log: later exchanges are counted and judged, and not kept. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Writes each exchange as a line, secrets taken out, so that a long run holds none of them. */
export class ExchangeLog {
  readonly #journal: Journal;
  readonly #redaction: Redaction;

  constructor(out: string, redaction: Redaction) {
    this.#journal = new Journal(join(out, EXCHANGE_LOG), MOST_BYTES);
    this.#redaction = redaction;
  }

  add(recorded: Recorded): void {
    this.#journal.write(() => this.#redaction.json(entryOf(recorded)));
  }

  /** One sentence when the log is not whole: the disk is full, or a bound was reached. */
  get problem(): string | undefined {
    return this.#journal.problem;
  }

  /** Writes what is left. */
  close(): void {
    this.#journal.close();
  }
}

function entryOf(recorded: Recorded): RecordedEntry {
  const { id, operation, purpose, place, startedAt, durationMs } = recorded;
  const { method, url, headers, body } = recorded.request;
  return {
    id,
    operation,
    purpose,
    ...(place ? { made_for: place.madeFor, number: place.number } : {}),
    started_at: new Date(startedAt).toISOString(),
    duration_ms: Math.round(durationMs * 1000) / 1000,
    request: { method, url, headers, ...(body === undefined ? {} : { body }) },
    ...(isAnswered(recorded) ? { response: reportedResponse(recorded) } : { response: null, lost: recorded.lost }),
  };
}
