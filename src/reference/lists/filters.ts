import { only, shownOn } from '../decision.ts';

const IDS = ['ids', 'ref_ids'];
const times = (name: string): readonly string[] =>
  ['lt', 'lte', 'eq', 'gte', 'gt'].map((comparison) => `${name}.${comparison}`);
const CREATED = times('created_at');
/** Of other items than fiat accounts, no two have one instant: a filter for one leaves no second page. */
const apart = (all: readonly string[]): readonly string[] => all.filter((parameter) => !parameter.endsWith('.eq'));

/**
 * Filters of each list (4.3, 4.6, 4.8, 4.10, 4.12). Of executions, all that follow one that passes range.end or since_execution_id
 * pass as well; who owns one is for executions.ts.
 */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  listFiat: [...IDS, ...CREATED],
  listInstructions: [...IDS, ...apart(CREATED)],
  listAccounts: ['identity_id', ...apart(CREATED), ...apart(times('updated_at'))],
  listAddresses: [...IDS, 'profile_ids', 'identity_ids', 'account_ids', ...apart(CREATED)],
  listExecutions: ['order_id', 'range.begin'],
};

/** What a list has items with, and may have without (4.3, 4.6, 4.8, 4.10, 4.12). */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  listFiat: ['order', 'order_by', 'limit'],
  listInstructions: ['order', 'limit'],
  listAccounts: ['order', 'order_by', 'limit'],
  listAddresses: ['order', 'order_by', 'limit'],
  listExecutions: ['limit', 'order_id'],
};

/** A fault for each parameter of each list, by the name that these give it. */
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

/** Cursors that forget a filter. */
export const forgetful = <T>(value: (parameter: string) => T) =>
  each(FILTERS, (list, parameter) => `LIST-CURSOR-KEEPS-FILTERS/${list}-forgets-${parameter}`, value);

/** Lists that are empty without a parameter. */
export const demanding = <T>(value: (parameter: string) => T) =>
  each(OPTIONAL, (list, parameter) => `LIST-PARAMETERS-OPTIONAL/${list}-is-empty-without-${parameter}`, value);
