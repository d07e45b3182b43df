import { type Schema, schema } from '../../schemas/index.ts';
import type { Operation } from '../../src/contract/operations.ts';
import { operations } from '../../src/contract/operations.ts';
import { must, type Row, suite } from '../../src/engine/row.ts';
import { PREFIXES, words } from '../request-bodies.ts';
import type { BodyOperation } from '../requests.ts';
import { target } from '../shapes/tree.ts';
import { requests } from './group.ts';

const upper = (name: string): string => name.replaceAll('_', '-').toUpperCase();

/** A row of the group of requests by its key. */
export const keyed = (key: string) => ({ kind: 'group', group: requests, key }) as const;

const listed = (node: Schema): boolean => node.enum !== undefined || schema(target(node) ?? 'empty').enum !== undefined;

type Drafts = Parameters<typeof suite>[2];

function drafts(operation: BodyOperation): Drafts {
  const prefix = `REQUEST-${PREFIXES[operation]}`;
  const { title } = operations[operation];
  const own = schema(operations[operation].body);
  const required = (own.required ?? []).map((name): [string, Drafts[string]] => [
    `${prefix}-${upper(name)}-PRESENT`,
    must(
      `A client gives ${name} in ${title}`,
      { aspect: 'request checks', cites: [words(operation, name)] },
      keyed(`present ${name}`),
    ),
  ]);
  const closed = Object.entries(own.properties ?? {}).filter(([, node]) => listed(node));
  const values = closed.map(([name]): [string, Drafts[string]] => [
    `${prefix}-${upper(name)}-LISTED`,
    must(
      `A client gives a listed value of ${name} in ${title}`,
      { aspect: 'request checks', cites: [words(operation, name)] },
      keyed(`listed ${name}`),
    ),
  ]);
  const [first = 'metadata'] = Object.keys(own.properties ?? {});
  const types: [string, Drafts[string]] = [
    `${prefix}-TYPES`,
    must(
      `A client gives members of ${title} in their types and formats`,
      {
        aspect: 'request checks',
        cites: [words(operation, first), 'Conventions: Amounts and prices are decimal numbers carried as strings.'],
        lenience: 'null is read as absent: whether it may stand for absence is not stated',
      },
      keyed('types'),
    ),
  ];
  return Object.fromEntries([...required, ...values, types]);
}

const ONE_OF: Readonly<Record<'fiatWithdrawal' | 'cryptoWithdrawal', string>> = {
  fiatWithdrawal: '7: Fiat withdrawal: exactly one of amount or total must be specified.',
  cryptoWithdrawal: '7: Crypto withdrawal: when neither or both of amount and total are given, an error is returned.',
};

const oneOf = (operation: keyof typeof ONE_OF): readonly Row[] =>
  suite(operations[operation].section, [operation], {
    [`REQUEST-${PREFIXES[operation]}-ONE-OF`]: must(
      `A client gives exactly one of amount and total in ${operations[operation].title}`,
      {
        aspect: 'request checks',
        cites: ['| amount | string | one of |', '| total | string | one of |', ONE_OF[operation]],
      },
      keyed('one-of'),
    ),
  });

/** What section 4 demands of the bodies that clients send: derived from schemas/. */
export const bodies: readonly Row[] = [
  ...(Object.keys(PREFIXES) as BodyOperation[]).flatMap((operation) =>
    suite(operations[operation].section, [operation] satisfies Operation[], drafts(operation)),
  ),
  ...oneOf('fiatWithdrawal'),
  ...oneOf('cryptoWithdrawal'),
];
