import type { Check, Group } from '../../../src/engine/check.ts';
import { itemsOf } from '../../../src/engine/paging.ts';
import type { Row } from '../../../src/engine/row.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { isShared, share } from '../../../src/values/parsed.ts';

/** Counts each read of a member, an element or a list of names, of what is watched and of everything inside it. */
class Reads {
  count = 0;
  readonly #watched = new WeakMap<object, object>();
  readonly #handler: ProxyHandler<object> = {
    get: (of, name, receiver) => this.#read(Reflect.get(of, name, receiver)),
    getOwnPropertyDescriptor: (of, name) => {
      this.count += 1;
      return Reflect.getOwnPropertyDescriptor(of, name);
    },
    has: (of, name) => {
      this.count += 1;
      return Reflect.has(of, name);
    },
    ownKeys: (of) => {
      this.count += 1;
      return Reflect.ownKeys(of);
    },
  };

  /** The value as it is, but that its reads are counted: the same one for the same, so that what is remembered of it still counts once. */
  watch<T>(value: T): T {
    if (typeof value !== 'object' || value === null) return value;
    const known = this.#watched.get(value);
    if (known !== undefined) return known as T;
    const watched = new Proxy(value, this.#handler);
    if (isShared(value)) share(watched);
    this.#watched.set(value, watched);
    return watched as T;
  }

  #read(value: unknown): unknown {
    this.count += 1;
    return this.watch(value);
  }
}

/** Counts how often rules are called, the items of lists that they are called with, and what they read of answers. */
export class Meter {
  calls = 0;
  items = 0;
  readonly reads = new Reads();
  readonly #groups = new Map<Group, Group>();
  readonly #seenAs = new WeakMap<Exchange, Exchange>();

  /** The rows with each rule counted. */
  metered(rows: readonly Row[]): readonly Row[] {
    return rows.map((row) => {
      const [first, ...more] = row.checks;
      return { ...row, checks: [this.#metered(first), ...more.map((check) => this.#metered(check))] };
    });
  }

  #metered(check: Check): Check {
    switch (check.kind) {
      case 'rule':
        return { ...check, judge: (exchange: Exchange) => check.judge(this.#seen(exchange)) };
      case 'sequence':
        return {
          ...check,
          begin: () => {
            const judge = check.begin();
            return (exchange) => judge(this.#seen(exchange));
          },
        };
      case 'group':
        return { ...check, group: this.#group(check.group) };
      default:
        return check;
    }
  }

  #group(group: Group): Group {
    const known = this.#groups.get(group) ?? { judge: (exchange: Exchange) => group.judge(this.#seen(exchange)) };
    this.#groups.set(group, known);
    return known;
  }

  #seen(exchange: Exchange): Exchange {
    this.calls += 1;
    this.items += itemsOf(exchange).length;
    const seen = this.#seenAs.get(exchange) ?? this.#watched(exchange);
    this.#seenAs.set(exchange, seen);
    return seen;
  }

  #watched(exchange: Exchange): Exchange {
    const { body } = exchange.response;
    if (body.kind !== 'json') return exchange;
    const watched = { ...body, value: this.reads.watch(body.value) };
    return { ...exchange, response: { ...exchange.response, body: watched } };
  }
}
