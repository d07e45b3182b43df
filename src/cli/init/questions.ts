import { confirm, isCancel, log, password, select, text } from '@clack/prompts';
import type { Environment } from '../../settings/settings.ts';
import { understandBaseUrl, understandTokenUrl } from '../../settings/target/address.ts';
import { sentenceOf } from '../../values/error-code.ts';
import { escapeForTerminal } from '../../values/escape.ts';

/** Thrown when the user cancels the questions. */
export class Cancelled extends Error {
  constructor() {
    super('cancelled; nothing was written');
  }
}

function answer<T>(given: T): Exclude<T, symbol> {
  if (isCancel(given)) throw new Cancelled();
  return given as Exclude<T, symbol>;
}

const something = (value: string | undefined): string | undefined => (value ? undefined : 'required');

type Validation = (value: string | undefined) => string | undefined;

const line = async (message: string, placeholder = '', validate: Validation = something): Promise<string> =>
  answer(await text({ message, placeholder, validate }));

/** Validates an address right after it is entered, so that only this question is asked again. */
const address =
  (understand: (value: string) => unknown): Validation =>
  (value) => {
    try {
      understand(value ?? '');
    } catch (error) {
      return `this ${sentenceOf(error)}`;
    }
  };

const secret = async (message: string): Promise<string> => answer(await password({ message, validate: something }));

async function credentials(env: Environment): Promise<Environment> {
  const { AUTH_URL, CLIENT_ID, CLIENT_SECRET } = env;
  const options = [
    { value: 'client', label: 'client credentials (OAuth 2)' },
    { value: 'token', label: 'a bearer token' },
  ];
  const way = AUTH_URL
    ? 'client'
    : answer(await select({ message: 'How do you authenticate to the target?', options }));
  if (way === 'token') return { ACCESS_TOKEN: await secret('Token') };
  return {
    AUTH_URL:
      AUTH_URL ??
      (await line(
        'Address of the token endpoint',
        'https://auth.example.com/oauth/token',
        address(understandTokenUrl),
      )),
    CLIENT_ID: CLIENT_ID ?? (await line('Client id')),
    CLIENT_SECRET: CLIENT_SECRET ?? (await secret('Client secret')),
  };
}

const knows = ({ ACCESS_TOKEN, AUTH_URL, CLIENT_ID, CLIENT_SECRET }: Environment): boolean =>
  Boolean(ACCESS_TOKEN || (AUTH_URL && CLIENT_ID && CLIENT_SECRET));

/** Asks for what the environment lacks to reach a target. Throws Cancelled. */
export async function ask(env: Environment): Promise<Environment> {
  const BASE_URL =
    env['BASE_URL'] ?? (await line('Address of the target', 'https://sandbox.example.com', address(understandBaseUrl)));
  return { ...env, BASE_URL, ...(knows(env) ? {} : await credentials(env)) };
}

/** Asks whether an existing file may be replaced. Throws Cancelled. */
export const mayReplace = async (file: string): Promise<boolean> =>
  answer(await confirm({ message: `${file} already exists. Replace it?`, initialValue: false }));

/** Asks whether a file may be added to the ignored files. Throws Cancelled. */
export const mayIgnore = async (file: string, name: string): Promise<boolean> =>
  answer(await confirm({ message: `${name} contains secrets. Add it to ${file}?`, initialValue: true }));

/** Says why the target could not be used, and asks again for what may be wrong. Throws Cancelled. */
export async function askAgain(env: Environment, problem: string): Promise<Environment> {
  log.error(escapeForTerminal(problem));
  const options = [
    { value: 'credentials', label: 'the credentials' },
    { value: 'address', label: 'the address' },
    { value: 'end', label: 'nothing: stop without writing files' },
  ];
  const what = answer(await select({ message: 'What do you want to enter again?', options }));
  if (what === 'end') throw new Cancelled();
  if (what === 'address') return ask({ ...env, BASE_URL: undefined });
  const unset = { ACCESS_TOKEN: undefined, CLIENT_ID: undefined, CLIENT_SECRET: undefined };
  return ask({ ...env, ...unset });
}
