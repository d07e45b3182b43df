import type { Redaction } from '../../client/redaction.ts';
import type { Violation } from '../../engine/judge.ts';
import { keyOf } from '../../model/facts.ts';
import { escapeForTerminal } from '../../values/escape.ts';
import { message } from '../report/report-failure.ts';

/** Maximum number of lines for one requirement on one operation. */
const MOST_LINES = 5;

/** Formats each violation as a line when it happens, at most a few for each requirement on an operation. */
export class ViolationPrinter {
  readonly #redaction: Redaction;
  readonly #printed = new Map<string, number>();

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** Returns one line, or undefined once the requirement has had enough lines. */
  line({ row, failure }: Violation): string | undefined {
    const key = keyOf(row.id, failure.operation);
    const count = (this.#printed.get(key) ?? 0) + 1;
    this.#printed.set(key, count);
    if (count > MOST_LINES) return undefined;
    const sign = row.level === 'must' ? '✗' : '!';
    const side = row.party === 'client' ? 'client' : 'target';
    const number = failure.exchanges.at(-1)?.id ?? 0;
    const last = count === MOST_LINES ? '; further ones are only in the report' : '';
    const text = `${sign} ${row.id} (${side}) ${failure.operation}, exchange ${number}: ${message(failure)}${last}`;
    return escapeForTerminal(this.#redaction.text(text));
  }
}
