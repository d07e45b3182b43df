import { type Fields, isFields } from '../problem.ts';

/** Banks by their routing numbers. */
const BANKS: Readonly<Record<string, Fields>> = {
  '021000021': {
    bank_name: 'National Bank of the Directory, N.A.',
    bank_address: {
      country: 'US',
      address1: '383 Directory Avenue',
      city: 'Albany',
      province: 'NY',
      zip_code: '10179',
    },
  },
  '011000015': {
    bank_name: 'First Savings of the Directory',
    bank_address: { country: 'US', address1: '600 Harbor Walk', city: 'Salem', province: 'MA', zip_code: '02210' },
  },
};

/** Returns bank details in which each bank has the name and, where it has any, the address that a directory gives. */
export function withKnownBanks(given: unknown): unknown {
  if (!isFields(given)) return given;
  const bank = BANKS[String(given['routing_number'])];
  const inner = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, withKnownBanks(value)]));
  if (bank === undefined) return inner;
  const { bank_name, bank_address } = bank;
  return { ...inner, bank_name, ...(isFields(inner['bank_address']) ? { bank_address } : {}) };
}

const STATES: Readonly<Record<string, string>> = { MA: 'Massachusetts', NY: 'New York' };

/** Returns bank details whose addresses have the whole name of a state and a zip code with four more digits. */
export function withWholeAddresses(given: unknown): unknown {
  if (!isFields(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (name === 'province') return [name, STATES[String(value)] ?? value];
      return [name, name === 'zip_code' && /^\d{5}$/.test(String(value)) ? `${value}-1234` : withWholeAddresses(value)];
    }),
  );
}
