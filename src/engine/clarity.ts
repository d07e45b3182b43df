import { definitionOf, type Operation } from '../contract/operations.ts';
import { errorsOf } from '../contract/validation/index.ts';

/** A request as a failure shows it. */
interface Shown {
  readonly url: string;
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

const lengthOf = ({ requests }: ShownRequests): number =>
  requests.reduce((sum, { url, body }) => sum + url.length + JSON.stringify(body ?? '').length, 0);

/**
 * Compares failures by how clear they are: first those whose request is valid, since readers blame an invalid one for
 * its answer, then the shortest.
 */
export const byClarity = (a: ShownRequests, b: ShownRequests): number =>
  Number(isInvalid(a)) - Number(isInvalid(b)) || lengthOf(a) - lengthOf(b);
