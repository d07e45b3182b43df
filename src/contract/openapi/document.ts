import { definite } from '../../values/definite.ts';
import {
  type Comparison,
  definitionOf,
  type Operation,
  type OperationDefinition,
  operationNames,
  type Parameter,
  pathParameters,
  VERSION_PREFIX,
} from '../operations.ts';
import { componentRef, components } from './components.ts';
import { type OpenApiVersion, rendered } from './dialect.ts';
import examples from './examples.json' with { type: 'json' };

/** Tags for the parts of the interface, by the beginning of a path. */
const TAGS = [
  {
    path: '/transfer',
    name: 'transfer',
    description: 'Fiat accounts, withdrawals, deposit instructions and addresses',
  },
  { path: '/sandbox', name: 'sandbox', description: 'Simulated incoming deposits' },
  { path: '/identity', name: 'identity', description: 'Identity accounts and their members' },
  { path: '/executions', name: 'executions', description: 'Trade executions' },
  { path: '/profiles', name: 'quotes', description: 'Quote executions' },
  { path: '/settlement', name: 'settlement', description: 'Settlement transactions' },
] as const;

const tagOf = (path: string): string => TAGS.find((tag) => path.startsWith(tag.path))?.name ?? 'transfer';

/** Returns the schema of a query parameter, with its limit and default. */
function parameterSchema(parameter: Parameter): object {
  switch (parameter.kind) {
    case 'strings':
      return { type: 'array', items: { type: 'string' }, maxItems: parameter.most };
    case 'integer':
      return {
        type: 'integer',
        ...definite({ maximum: parameter.most, default: parameter.default }),
      };
    case 'enum':
      return { type: 'string', enum: parameter.values, default: parameter.default };
    case 'boolean':
      return { type: 'boolean' };
    case 'date-time':
      return { type: 'string', format: 'date-time' };
    default:
      return { type: 'string' };
  }
}

const ID = '5fc6d191-193c-4e28-94fa-656bbdbdfaad';

/** Example values of parameters, except enums. */
const EXAMPLES = {
  strings: [ID],
  integer: 50,
  enum: undefined,
  boolean: true,
  'date-time': '2024-05-01T12:00:00Z',
  string: ID,
} as const satisfies Record<Parameter['kind'], unknown>;

/** An exchange with the embedded implementation, recorded by `npm run openapi:examples`. */
interface Example {
  /** Values of the path parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly request?: unknown;
  readonly answer: unknown;
}

const exampleOf = (operation: Operation): Example => examples[operation];

/** Describes what a parameter does (4.3 to 4.15). */
function described(name: string, parameter: Parameter): string {
  const { filter } = parameter;
  if (parameter.kind === 'strings')
    return `Items with one of these values; at most ${parameter.most}. The document does not show how lists are written: this form is assumed.`;
  if (DESCRIPTIONS[name] !== undefined) return DESCRIPTIONS[name];
  return filter?.by === 'time'
    ? `Items whose ${filter.member} is ${COMPARISONS[filter.comparison]}.`
    : `Items of this ${name.replace('_id', '')}.`;
}

const COMPARISONS: Readonly<Record<Comparison, string>> = {
  lt: 'less than this',
  lte: 'less than or equal to this',
  eq: 'equal to this',
  gte: 'greater than or equal to this',
  gt: 'greater than this',
};

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  limit: 'Maximum number of items per page.',
  order: 'Order of the items.',
  order_by: 'Field by which the items are sorted.',
  page_cursor: 'The next_page_cursor of the previous page.',
  include_deleted: 'Include deleted accounts.',
  'range.begin': 'executed_at, inclusive lower bound.',
  'range.end': 'executed_at, inclusive upper bound.',
  since_execution_id: 'Excludes executions after the given ID.',
  identity_id: 'Accounts with this primary identity.',
};

const queryParameter = ([name, parameter]: readonly [string, Parameter]): object => ({
  name,
  in: 'query',
  required: false,
  description: described(name, parameter),
  ...(parameter.kind === 'strings' ? { style: 'form', explode: true } : {}),
  schema: parameterSchema(parameter),
  ...(EXAMPLES[parameter.kind] === undefined ? {} : { example: EXAMPLES[parameter.kind] }),
});

const pathParameter = (name: string, example: string | undefined): object => ({
  name,
  in: 'path',
  required: true,
  description: name === 'id' ? 'ID of the resource.' : `ID of the ${name.replace('_id', '')}.`,
  schema: { type: 'string' },
  example,
});

const json = (name: string, example: unknown): object => ({
  'application/json': { schema: componentRef(name), example },
});

/** Makes the OpenAPI object of an operation of section 4. */
function operationObject(
  operation: Operation,
  { title, section, path, query, body, answer }: OperationDefinition,
): object {
  const example = exampleOf(operation);
  return {
    operationId: operation,
    summary: title,
    description: `Section ${section} of the document.`,
    tags: [tagOf(path)],
    parameters: [
      ...pathParameters(operation).map((name) => pathParameter(name, example.path[name])),
      ...Object.entries(query).map(queryParameter),
    ],
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(body, example.request) } }),
    responses: {
      '200': { description: 'Success.', content: json(answer, example.answer) },
      '4XX': { description: 'An error. The document does not state statuses, codes and the shape of the body.' },
      '5XX': { description: 'A server error.' },
    },
  };
}

function paths(): Readonly<Record<string, object>> {
  const found = new Map<string, object>();
  for (const operation of operationNames) {
    const own = definitionOf(operation);
    const path = `${VERSION_PREFIX}${own.path}`;
    found.set(path, { ...found.get(path), [own.method.toLowerCase()]: operationObject(operation, own) });
  }
  return Object.fromEntries(found);
}

/**
 * Makes the contract as an OpenAPI document from schemas/ and the table of operations. The result is deterministic.
 * `version` is that of this tool, `dialect` the version of OpenAPI.
 */
export const openApi = (version: string, dialect: OpenApiVersion = '3.1'): Readonly<Record<string, unknown>> =>
  rendered(document(version), dialect);

const document = (version: string): Readonly<Record<string, unknown>> => ({
  openapi: '3.1.0',
  info: {
    title: 'Transfer, Fiat Account, Deposit, Identity Account, Execution and Settlement Interface',
    version: 'v2',
    summary: 'Money movement per profile: fiat and crypto, in and out',
    description: `Generated by transfer-conformance ${version} from the sentences of the document. What it calls "not shown" is left open.`,
    license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
  },
  servers: [
    {
      url: '{base_url}',
      description: 'Every path is appended to base_url and starts with /v2.',
      variables: { base_url: { default: 'http://localhost:8080' } },
    },
  ],
  tags: TAGS.map(({ name, description }) => ({ name, description })),
  security: [{ client_credentials: [] }, { bearer: [] }],
  paths: paths(),
  components: {
    securitySchemes: {
      client_credentials: {
        type: 'oauth2',
        description:
          'OAuth 2 with the client credentials grant. The document does not state the token endpoint, scopes and token lifetime.',
        flows: { clientCredentials: { tokenUrl: 'http://localhost:8080/oauth/token', scopes: {} } },
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer <ACCESS_TOKEN>' },
    },
    schemas: components(),
  },
});
