import { nameOf, type Schema, schema } from '../../../schemas/index.ts';

type Value = string | number | boolean | readonly Value[] | { readonly [name: string]: Value };

const UUID = '5fc6d191-193c-4e28-94fa-656bbdbdfaad';
const MOMENT = '2024-05-01T12:00:00Z';

/** Believable values of members that their schemas say little about. */
const KNOWN: Readonly<Record<string, string>> = {
  asset: 'USD',
  market: 'BTCUSD',
  base_asset: 'BTC',
  quote_asset: 'USD',
  commission_asset: 'USD',
  side: 'BUY',
  country: 'USA',
  province: 'NY',
  zip_code: '10001',
  city: 'New York',
  routing_number: '021000021',
  account_number: '000123456789',
  memo_id: 'MEMO1234',
  next_page_cursor: 'bmV4dA',
  destination_address: '0x52908400098527886e0f7030069857d2e4169ee7',
  address: '0x52908400098527886e0f7030069857d2e4169ee7',
};

/** What stands for a type when nothing else is known. */
function typed(node: Schema, member: string): Value {
  if (node.format === 'uuid') return UUID;
  if (node.format === 'date-time') return MOMENT;
  if (node.format === 'decimal') return member === 'total' ? '10.25' : member === 'fee' ? '0.25' : '10.00';
  if (node.type === 'boolean') return false;
  if (node.type === 'array') return [exampleOf(node.items ?? {}, member)];
  if (node.type === 'object') return objectOf(node);
  return KNOWN[member] ?? (member.endsWith('id') ? UUID : `${member.replaceAll('_', ' ')}`);
}

/** Exactly one of amount and total is given in a request (4.4, 4.5); answers hold both. */
const isLeftOut = (node: Schema, name: string): boolean => 'oneOf' in node && name === 'total';

const objectOf = (node: Schema): Value =>
  Object.fromEntries(
    Object.entries(node.properties ?? {})
      .filter(([name]) => !isLeftOut(node, name))
      .map(([name, inner]) => [name, exampleOf(inner, name)]),
  );

/** A lawful value of a schema, the same each time. */
export function exampleOf(node: Schema, member = ''): Value {
  const reference = node.$ref ?? node.anyOf?.find(({ $ref }) => $ref !== undefined)?.$ref;
  if (reference !== undefined)
    return nameOf(reference) === 'metadata' ? { order: '42' } : exampleOf(schema(nameOf(reference)), member);
  return node.enum?.[0] ?? node.examples?.[0] ?? typed(node, member);
}
