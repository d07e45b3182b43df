import { referred, type Schema, schema } from '../../schemas/index.ts';
import { metadataLimits } from '../../src/contract/constraints/index.ts';
import type { Level, Requirement } from '../../src/contract/requirement.ts';
import type { Row } from '../../src/engine/row.ts';
import { definite } from '../../src/values/definite.ts';
import { nonEmpty } from '../../src/values/non-empty.ts';
import { upper } from '../vocabulary/constraints/sources.ts';
import { renderingLenience } from '../vocabulary/shapes/renderings.ts';
import { answerSchemas, operationsWith } from '../vocabulary/shapes/tree.ts';
import { citations, sectionOf, subjectOf } from './citations.ts';
import { type ShapeKind, shapeCheck } from './group.ts';

function kindOf(node: Schema): string {
  if (node.enum) return 'ENUM';
  return upper(node.format ?? String(node.type));
}

const KINDS: Readonly<Record<string, string>> = {
  DECIMAL: 'a decimal number carried as a string',
  'DATE-TIME': 'an RFC 3339 or ISO 8601 timestamp',
  UUID: 'a UUID',
  STRING: 'a string',
  OBJECT: 'an object',
  ARRAY: 'an array',
  BOOLEAN: 'a boolean',
};

/** Rows with another level or a lenience of their own, and why. */
const OTHERWISE: Readonly<Record<string, Pick<Shape, 'lenience' | 'level'>>> = {
  'LIST-NEXT-PAGE-CURSOR-STRING': {
    lenience: 'null counts as absent, because the document does not state how paging ends.',
  },
  'FIAT-NETWORK-INSTRUCTIONS-STATUS-STRING': {
    lenience: 'Examples show the member there, and the document states no type for it. null counts as absent.',
    level: 'should',
  },
};

type Shape = Pick<Requirement, 'id' | 'title'> & {
  readonly member: string;
  readonly kind: ShapeKind;
  readonly lenience?: string;
  readonly level?: Level;
};

function memberShapes(name: string, own: Schema, member: string, node: Schema): readonly Shape[] {
  const subject = subjectOf(name);
  const what = `${title(name)}.${member}`;
  const required = own.required?.includes(member)
    ? [
        {
          id: `${upper(subject)}-${upper(member)}-PRESENT`,
          title: `${what} is always present`,
          member,
          kind: 'present' as const,
        },
      ]
    : [];
  if (referred(node) !== undefined) return required;
  const kind = kindOf(node);
  const says = node.enum ? `one of its ${node.enum.length} listed values` : (KINDS[kind] ?? kind);
  const id = `${upper(subject)}-${upper(member)}-${kind}`;
  const lenience = renderingLenience(name, member);
  const shape: Shape = { id, title: `${what} is ${says}`, member, kind: 'value', ...OTHERWISE[id] };
  return [...required, lenience === undefined ? shape : { ...shape, lenience }];
}

const title = (name: string): string => (subjectOf(name) === 'list' ? 'List' : (schema(name).title ?? name));

/** Limits of metadata in answers (2.1, 8). */
const limitsOfMetadata = (prefix: string, what: string): readonly Shape[] => [
  { id: `${prefix}-PAIRS`, title: `${what} has at most ${metadataLimits.pairs} pairs`, member: '', kind: 'pairs' },
  {
    id: `${prefix}-KEY-LENGTH`,
    title: `A key of ${what.toLowerCase()} has at most ${metadataLimits.key} characters`,
    member: '',
    kind: 'key-length',
    lenience: 'Judged only for ASCII keys, because the document does not state the unit of "characters".',
  },
  {
    id: `${prefix}-VALUE-LENGTH`,
    title: `A value of ${what.toLowerCase()} has at most ${metadataLimits.value} characters`,
    member: '',
    kind: 'value-length',
    lenience: 'Judged only for ASCII values, because the document does not state the unit of "characters".',
  },
];

const METADATA: readonly Shape[] = [
  { id: 'METADATA-OBJECT', title: 'Metadata is an object', member: '', kind: 'value' },
  ...limitsOfMetadata('METADATA', 'Metadata'),
  { id: 'METADATA-VALUE-STRING', title: 'A metadata value is a string', member: '', kind: 'value-kind' },
];

const INSTRUCTION_METADATA: readonly Shape[] = [
  {
    id: 'INSTRUCTION-METADATA-VALUE',
    title: 'Metadata of an instruction has string or integer values',
    member: '',
    kind: 'value-kind',
    level: 'should',
  },
  ...limitsOfMetadata('INSTRUCTION-METADATA', 'Metadata of an instruction'),
];

function shapesOf(name: string): readonly Shape[] {
  const own = schema(name);
  const subject = subjectOf(name);
  if (name === 'metadata') return METADATA;
  if (name === 'crypto-network') {
    return [
      {
        id: 'CRYPTO-NETWORK-ENUM',
        title: 'crypto_network is one of the nine CryptoNetwork values',
        member: '',
        kind: 'value',
      },
    ];
  }
  const object: Shape = {
    id: `${upper(subject)}-OBJECT`,
    title: `${title(name)} is an object`,
    member: '',
    kind: 'value',
  };
  const extra: readonly Shape[] =
    name === 'empty'
      ? [
          {
            id: 'EMPTY-NO-MEMBERS',
            title: 'The answer to a sandbox deposit has no members',
            member: '',
            kind: 'pairs',
          },
        ]
      : name === 'instruction-metadata'
        ? INSTRUCTION_METADATA
        : [];
  const members = Object.entries(own.properties ?? {}).flatMap(([member, node]) =>
    memberShapes(name, own, member, node),
  );
  return [object, ...extra, ...members];
}

function rowOf(
  name: string,
  { id, title: sentence, member, kind, lenience, level = 'must' }: Shape,
  same: readonly string[],
): Row {
  return {
    id,
    title: sentence,
    level,
    aspect: 'response shape',
    section: sectionOf(name),
    operations: nonEmpty(same.flatMap(operationsWith), `operations that answer with ${name}`),
    cites: citations(name, member, kind),
    checks: [shapeCheck(name, member, kind)],
    from: `schemas/${name}.schema.json#${POINTERS[kind] ?? (member === '' ? '' : `/properties/${member}`)}`,
    ...definite({ lenience }),
  };
}

/** The pointer of a kind of check in its schema. Other kinds have the pointer of their member. */
const POINTERS: Partial<Readonly<Record<ShapeKind, string>>> = {
  present: '/required',
  pairs: '/maxProperties',
  'key-length': '/propertyNames/maxLength',
  'value-kind': '/additionalProperties/type',
  'value-length': '/additionalProperties/maxLength',
};

const lists = answerSchemas.filter((name) => subjectOf(name) === 'list');

/** Presence, type, enum and format of every member of every answer, derived from schemas/, one row each. */
export const shapeRows: readonly Row[] = answerSchemas
  .filter((name) => subjectOf(name) !== 'list' || name === lists[0])
  .flatMap((name) => shapesOf(name).map((shape) => rowOf(name, shape, name === lists[0] ? lists : [name])));
