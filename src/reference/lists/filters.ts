import { only } from '../decision.ts';

const IDS = ['ids', 'ref_ids'];

/**
 * Filters of each list that are no times of creation or update (4.3, 4.6, 4.8, 4.10, 4.12). Of executions, all that follow one that
 * passes range.end or since_execution_id pass as well; who owns one is for executions.ts.
 */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  listFiat: IDS,
  listInstructions: IDS,
  listAccounts: ['identity_id'],
  listAddresses: [...IDS, 'profile_ids', 'identity_ids', 'account_ids'],
  listExecutions: ['order_id', 'range.begin'],
};

/** A fault for each of these filters: cursors that forget it. */
export const forgetful = <T>(value: (parameter: string) => T) =>
  Object.fromEntries(
    Object.entries(FILTERS).flatMap(([list, parameters]) =>
      parameters.map((parameter) => [
        `LIST-CURSOR-KEEPS-FILTERS/${list}-forgets-${parameter.replaceAll('.', '_')}`,
        only([list], value(parameter)),
      ]),
    ),
  );
