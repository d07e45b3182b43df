import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAnswered, type Recorded } from '../../model/exchange.ts';
import type { RecordedEntry } from '../../model/report.ts';
import type { Redaction } from '../../target/redaction.ts';
import { reportedResponse } from '../build-report.ts';

/** The name of the record that exchanges.har is made of. */
export const RECORD = '.exchanges.ndjson';

/** Writes each exchange as a line, so that a long run holds none of them. */
export class Record {
  readonly #stream;
  readonly #redaction: Redaction;

  constructor(out: string, redaction: Redaction) {
    mkdirSync(out, { recursive: true });
    this.#stream = createWriteStream(join(out, RECORD));
    this.#redaction = redaction;
  }

  add(recorded: Recorded): void {
    const { method, url, headers, body } = recorded.request;
    const entry: RecordedEntry = {
      id: recorded.id,
      operation: recorded.operation,
      purpose: recorded.purpose,
      started_at: new Date(recorded.startedAt).toISOString(),
      duration_ms: recorded.durationMs,
      request: { method, url, headers, ...(body === undefined ? {} : { body }) },
      ...(isAnswered(recorded) ? { response: reportedResponse(recorded) } : { response: null, lost: recorded.lost }),
    };
    this.#stream.write(`${JSON.stringify(this.#redaction.json(entry))}\n`);
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stream.once('error', reject);
      this.#stream.end(() => resolve());
    });
  }
}
