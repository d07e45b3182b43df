import { only, shownOn } from '../decision.ts';

const IDS = ['ids', 'ref_ids'];
const times = (name: string): readonly string[] =>
  ['lt', 'lte', 'eq', 'gte', 'gt'].map((comparison) => `${name}.${comparison}`);
const CREATED = times('created_at');
/** Only fiat accounts share an instant. In other lists, a filter for one instant leaves no second page. */
const apart = (all: readonly string[]): readonly string[] => all.filter((parameter) => !parameter.endsWith('.eq'));

/**
 * Filters of each list (4.3, 4.6, 4.8, 4.10, 4.12). range.end and since_execution_id are missing: all executions that
 * follow a matching one match as well. executions.ts handles the owners.
 */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  listFiat: [...IDS, ...CREATED],
  listInstructions: [...IDS, ...apart(CREATED)],
  listAccounts: ['identity_id', ...apart(CREATED), ...apart(times('updated_at'))],
  listAddresses: [...IDS, 'profile_ids', 'identity_ids', 'account_ids', ...apart(CREATED)],
  listExecutions: ['order_id', 'range.begin'],
};

/** Parameters without which a list may be requested and still has items (4.3, 4.6, 4.8, 4.10, 4.12). */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  listFiat: ['order', 'order_by', 'limit', 'ids'],
  listInstructions: ['order', 'limit'],
  listAccounts: ['order', 'order_by', 'limit', 'identity_id'],
  listAddresses: ['order', 'order_by', 'limit', 'profile_ids'],
  listExecutions: ['limit', 'order_id'],
};

/** Returns a fault for each parameter of each list, under the name that `name` returns. */
const each = <T>(
  of: typeof FILTERS,
  name: (list: string, parameter: string) => string,
  value: (parameter: string) => T,
) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([list, parameters]) =>
      parameters.map((parameter) => [
        name(list, parameter.replaceAll('.', '_')),
        shownOn([`${list} ${parameter}`], only([list], value(parameter))),
      ]),
    ),
  );

/** Returns faults in which a cursor forgets a filter. */
export const forgetful = <T>(value: (parameter: string) => T) =>
  each(FILTERS, (list, parameter) => `LIST-CURSOR-KEEPS-FILTERS/${list}-forgets-${parameter}`, value);

/** Returns faults in which a list is empty without a parameter. */
export const demanding = <T>(value: (parameter: string) => T) =>
  each(OPTIONAL, (list, parameter) => `LIST-PARAMETERS-OPTIONAL/${list}-is-empty-without-${parameter}`, value);
