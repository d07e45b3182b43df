import { withdrawals } from '../src/contract/operations.ts';
import { rule, sequence } from '../src/engine/check.ts';
import { flawUnless, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../src/engine/judgement.ts';
import { must, observe, should, suite } from '../src/engine/row.ts';
import { answered, type Exchange } from '../src/model/exchange.ts';
import { absent } from '../src/model/outcome.ts';
import { compare, formatDecimal, ZERO } from '../src/values/decimal.ts';
import { at, isObject, type JsonObject, member } from '../src/values/json.ts';
import { acceptedBody, amount, equal, FROM_TWO_CLOCKS, notBefore, string, withValue } from './vocabulary/answers.ts';
import { surveyOf, surveyOfAccepted } from './vocabulary/surveys.ts';
import { uniqueIds } from './vocabulary/unique-ids.ts';

const notNegative =
  (name: string) =>
  (exchange: Exchange): Judgement => {
    const body = acceptedBody(exchange);
    const found = amount(body, `/${name}`);
    if (!found) return body && member(body, name) === undefined ? NOTHING_TO_JUDGE : NOT_CONCERNED;
    return flawUnless(compare(found, ZERO) >= 0, () => ({
      where: `/${name}`,
      expected: 'not negative',
      actual: formatDecimal(found),
    }));
  };

/** Requirements on transfers that both withdrawals share (2.1). */
export const transfers = suite('2.1', withdrawals, {
  'TRANSFER-TOTAL-UNSIGNED': must(
    'total is unsigned',
    {
      aspect: 'semantics',
      cites: ['Balance change, unsigned: amount - fee for deposits, amount + fee for withdrawals'],
    },
    rule(notNegative('total')),
  ),
  'TRANSFER-FEE-NOT-NEGATIVE': should(
    'The fee paid is not negative',
    { aspect: 'semantics', cites: ['| fee | string | yes | Fee paid |'] },
    rule(notNegative('fee')),
  ),
  'TRANSFER-AMOUNT-NOT-NEGATIVE': should(
    'The amount sent is not negative',
    { aspect: 'semantics', cites: ['| amount | string | yes | Amount sent in the transfer |'] },
    rule(notNegative('amount')),
  ),
  'TRANSFER-NOTIONAL-NOT-NEGATIVE': should(
    'notional_value, the value of amount plus fee, is not negative',
    {
      aspect: 'semantics',
      on: ['cryptoWithdrawal'],
      cites: [
        '| notional_value | string | no | For crypto withdrawals and deposits, the USD value of amount plus fee at the time of the transfer |',
      ],
      lenience: 'Prices move and values are rounded, so the value itself is not judged.',
    },
    rule(notNegative('notional_value')),
  ),
  'TRANSFER-STATUS-DETAILS-KEYS': observe(
    'Which error types status_details has',
    { aspect: 'response shape', cites: ['Keyed by error type. Supported key: max_rent_exceeded'] },
    surveyOf((exchange) => {
      const transfer = acceptedBody(exchange);
      if (transfer === undefined) return undefined;
      const details = member(transfer, 'status_details');
      return isObject(details) ? Object.keys(details).sort().slice(0, 10).join(' + ') || 'none' : 'no status_details';
    }),
  ),
  'TRANSFER-DEBIT': must(
    'The direction of a withdrawal is DEBIT',
    {
      aspect: 'semantics',
      cites: [
        '| direction | enum | yes | CREDIT, DEBIT |',
        '1: A transfer is the record of one balance change, either a credit or a debit.',
        '4.4: direction DEBIT',
      ],
    },
    rule(withValue('direction', 'DEBIT', 'a withdrawal debits the profile')),
  ),
  'TRANSFER-UPDATED-AFTER-CREATED': must(
    'updated_at is not before created_at',
    {
      aspect: 'semantics',
      cites: [
        '| updated_at | date-time | yes | Time of most recent update |',
        '| created_at | date-time | yes | Creation time |',
      ],
      lenience: FROM_TWO_CLOCKS,
    },
    rule(notBefore('updated_at', 'created_at')),
  ),
  'TRANSFER-ID-UNIQUE': must(
    'Two withdrawals never share an id',
    {
      aspect: 'state across',
      cites: ['| id | string | yes | Transfer ID |', '1: A transfer is the record of one balance change'],
      lenience:
        'A request with an already used ref_id, or without one for the same amount and destination, may be answered with the existing transfer.',
    },
    sequence(uniqueIds(['profile_id', 'asset', 'amount', 'total', 'fiat_account_id', 'destination_address'])),
  ),
  'TRANSFER-STATUS-AT-CREATION': observe(
    'Which status a created withdrawal has',
    {
      aspect: 'state across',
      cites: [
        '3: Transfer transitions: not shown. A created withdrawal is returned in status PENDING in the examples.',
      ],
    },
    surveyOfAccepted((exchange) => string(answered(exchange), '/status')),
  ),
  'TRANSFER-SECONDARY-STATUS': observe(
    'Which members secondary_status and auto_conversion have',
    {
      aspect: 'response shape',
      cites: ['Inner structure of auto_conversion and secondary_status: not shown beyond each being an object.'],
    },
    surveyOfAccepted(innerMembers),
  ),
  'TRANSFER-ABUSE-DETAILS': must(
    'status_details.max_rent_exceeded has a message and a destination_address',
    {
      aspect: 'semantics',
      cites: [
        'Keyed by error type. Supported key: max_rent_exceeded',
        '7: A transfer that fails because of suspected system abuse carries status_details.max_rent_exceeded',
      ],
    },
    rule(abuseDetails),
  ),
  'TRANSFER-ABUSE-FAILED': should(
    'A transfer with status_details.max_rent_exceeded has status FAILED',
    {
      aspect: 'semantics',
      cites: [
        'it means the transfer was cancelled due to suspected system abuse',
        '7: A transfer that fails because of suspected system abuse carries status_details.max_rent_exceeded',
      ],
    },
    rule((exchange) => {
      if (abuseIn(exchange) === undefined) return acceptedBody(exchange) ? NOTHING_TO_JUDGE : NOT_CONCERNED;
      return equal('/status', 'FAILED', string(acceptedBody(exchange), '/status'), 'the transfer was cancelled');
    }),
  ),
});

function innerMembers(exchange: Exchange): string {
  const names = ['auto_conversion', 'secondary_status'].map((name) => {
    const inner = member(answered(exchange), name);
    return `${name} ${isObject(inner) ? `{${Object.keys(inner).sort().slice(0, 8).join(', ')}}` : 'absent'}`;
  });
  return names.join(', ');
}

/** Returns status_details.max_rent_exceeded of a transfer, or undefined when it is missing or not an object. */
function abuseIn(exchange: Exchange): JsonObject | undefined {
  const found = at(acceptedBody(exchange), '/status_details/max_rent_exceeded');
  return isObject(found) ? found : undefined;
}

function abuseDetails(exchange: Exchange): Judgement {
  const found = abuseIn(exchange);
  if (!found) return acceptedBody(exchange) ? NOTHING_TO_JUDGE : NOT_CONCERNED;
  return ['message', 'destination_address']
    .filter((name) => member(found, name) === undefined)
    .map((name) => absent(`/status_details/max_rent_exceeded/${name}`, 'present'));
}
