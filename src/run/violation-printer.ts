import { terminal } from '../../reporters/view/escape.ts';
import type { Redaction } from '../client/redaction.ts';
import type { Violation } from '../engine/judge.ts';
import { message } from './report-failure.ts';

/** Times that one requirement is told of on one operation. */
const MOST_TOLD = 5;

/** Tells violations as they happen, each requirement a few times. */
export class Voice {
  readonly #redaction: Redaction;
  readonly #told = new Map<string, number>();

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** One line; nothing once the requirement was told of often enough. */
  line({ row, failure }: Violation): string | undefined {
    const key = `${row.id} ${failure.operation}`;
    const count = (this.#told.get(key) ?? 0) + 1;
    this.#told.set(key, count);
    if (count > MOST_TOLD) return undefined;
    const sign = row.level === 'must' ? '✗' : '!';
    const side = row.party === 'client' ? 'client' : 'target';
    const number = failure.exchanges.at(-1)?.id ?? 0;
    const last = count === MOST_TOLD ? '; further ones go to the report alone' : '';
    const text = `${sign} ${row.id} (${side}) ${failure.operation}, exchange ${number}: ${message(failure)}${last}`;
    return terminal(this.#redaction.text(text));
  }
}
