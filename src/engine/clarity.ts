import { definitionOf, isRead, type Operation } from '../contract/operations.ts';
import { errorsOf } from '../contract/validation/index.ts';

/** A request as a failure shows it. */
interface Shown {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The requests of a failure of an operation. The last one shows it. */
export interface ShownRequests {
  readonly operation: Operation;
  readonly requests: readonly Shown[];
}

/** Whether the body of the request that shows the failure breaks its schema. */
function isInvalid({ operation, requests }: ShownRequests): boolean {
  const [{ body: name }, body] = [definitionOf(operation), requests.at(-1)?.body];
  return name !== undefined && body !== undefined && errorsOf(name, body).length > 0;
}

/** Matches the header of a request that is sent with the run's token. */
const WITH_TOKEN = /^Bearer \$\w+$/;

/** Whether the request that shows the failure is sent without the token: readers blame that for the answer. */
const isUnauthorised = ({ requests }: ShownRequests): boolean =>
  !WITH_TOKEN.test(requests.at(-1)?.headers['authorization'] ?? '');

const lengthOf = ({ requests }: ShownRequests): number =>
  requests.reduce((sum, { url, body }) => sum + url.length + JSON.stringify(body ?? '').length, 0);

/**
 * Compares failures of one operation by how clear they are: first those whose request has the token and is valid, since
 * readers blame another one for its answer, then the shortest.
 */
export const byClarity = (a: ShownRequests, b: ShownRequests): number =>
  Number(isUnauthorised(a)) - Number(isUnauthorised(b)) ||
  Number(isInvalid(a)) - Number(isInvalid(b)) ||
  lengthOf(a) - lengthOf(b);

/** Compares failures of several operations by how easily a reader sees them again: with the token first, then by a read. */
export const byEase = (a: ShownRequests, b: ShownRequests): number =>
  Number(isUnauthorised(a)) - Number(isUnauthorised(b)) || Number(isRead(b.operation)) - Number(isRead(a.operation));
