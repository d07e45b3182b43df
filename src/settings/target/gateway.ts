import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { errorCode } from '../../values/error-code.ts';
import { isHeaderValue } from '../../values/header-value.ts';
import { isSecretName } from '../../values/secret-name.ts';
import type { Environment, Settings } from '../settings.ts';
import { Problem } from '../usage-error.ts';
import type { HeaderTemplate } from './headers.ts';

/** A header as it is sent, and as it is shown. */
export interface ExtraHeader {
  readonly name: string;
  readonly value: string;
  /** The value with `$NAME` in place of each secret. */
  readonly shown: string;
}

/** A secret value, and the variable name that is shown instead. */
interface NamedSecret {
  readonly name: string;
  readonly value: string;
}

/** A client certificate with its private key, in PEM. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
  readonly passphrase: string | null;
}

/** What a gateway in front of the target requires. */
export interface Gateway {
  readonly headers: readonly ExtraHeader[];
  readonly secrets: readonly NamedSecret[];
  readonly certificate: ClientCertificate | null;
}

const asVariable = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '_');

interface FilledHeader extends ExtraHeader {
  readonly secrets: readonly NamedSecret[];
  /** The variable that its secret value should come from, if it is written out. */
  readonly literal?: string;
}

/** Matches `$$` and a variable. */
const VARIABLE = /\$(?:\$|\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** Matches a part of a header that has only variables, perhaps after the scheme of credentials or the name of a cookie. */
const ONLY_VARIABLES = /^\s*(?:[A-Za-z-]{1,20} +|[\w.-]+=)?(?:\$(?:\{\w+\}|\w+))+\s*$/;

/** Whether a header is a secret that is written out, as a whole or beside variables. */
const isWrittenOut = ({ name, value: written }: HeaderTemplate): boolean =>
  isSecretName(name) && written.split(';').some((part) => part.trim() !== '' && !ONLY_VARIABLES.test(part));

/** Replaces the variables in a header and lists the values that must not be shown. */
function filled(template: HeaderTemplate, env: Environment): FilledHeader {
  const { name, value: written } = template;
  const secrets: NamedSecret[] = [];
  const value = written.replace(VARIABLE, (whole, braced: string | undefined, plain: string | undefined) => {
    const variable = braced ?? plain;
    if (variable === undefined) return '$';
    const found = env[variable];
    if (!found) throw new Problem(`for ${name} uses ${whole}, which is not set; set it, or write $$ for a dollar sign`);
    secrets.push({ name: variable, value: found });
    return found;
  });
  if (!isHeaderValue(value))
    throw new Problem(`for ${name} has a value with characters that are not allowed in a header`);
  if (!isWrittenOut(template)) return { name, value, shown: written.replaceAll('$$', '$'), secrets };
  const variable = asVariable(name);
  return { name, value, shown: `$${variable}`, secrets: [{ name: variable, value }, ...secrets], literal: variable };
}

/** Returns a note on a secret that others can read where it is given. */
function literalNote({ name, literal }: FilledHeader, settings: Settings): readonly string[] {
  const readers = settings.readers('header');
  return literal === undefined || readers === undefined
    ? []
    : [
        `${settings.name('header')} has the value of ${name}, which ${readers} can read: set ${literal} in the environment or in .env, and write '${name}: $${literal}'`,
      ];
}

/**
 * Reads what a gateway requires; `env` holds the variables in headers, and `notes` receives a note on each secret that
 * is written out. Throws SettingError.
 */
export function gateway(settings: Settings, env: Environment, notes: string[]): Gateway {
  const extra = (settings.get('header') ?? []).map((each) => settings.understood('header', () => filled(each, env)));
  const passphrase = settings.get('keyPassphrase');
  notes.push(...extra.flatMap((each) => literalNote(each, settings)));
  return {
    headers: extra.map(({ name, value, shown }) => ({ name, value, shown })),
    secrets: [
      ...extra.flatMap(({ secrets }) => secrets),
      ...(passphrase === undefined ? [] : [{ name: 'KEY_PASSPHRASE', value: passphrase }]),
    ],
    certificate: certificate(settings, passphrase ?? null),
  };
}

function certificate(settings: Settings, passphrase: string | null): ClientCertificate | null {
  const [certFile, keyFile] = [settings.get('cert'), settings.get('key')];
  if (certFile === undefined && keyFile === undefined) return null;
  if (certFile === undefined) throw settings.error('key', `also needs ${settings.name('cert')}`);
  if (keyFile === undefined) throw settings.error('cert', `also needs ${settings.name('key')}`);
  const cert = settings.understood('cert', () => contents(certFile));
  const key = settings.understood('key', () => contents(keyFile));
  const known = settings.understood('cert', () => certificateOf(cert, certFile));
  const secret = settings.understood('key', () => privateKeyOf(key, passphrase, keyFile, settings));
  if (!known.checkPrivateKey(secret))
    throw settings.error('key', `names ${keyFile}, which is not the key of ${certFile}`);
  return { cert, key, passphrase };
}

function contents(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    throw new Problem(`names ${file}, which cannot be read (${code})`);
  }
}

function certificateOf(pem: string, file: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Problem(`names ${file}, which does not contain a PEM certificate`);
  }
}

function privateKeyOf(pem: string, passphrase: string | null, file: string, settings: Settings): KeyObject {
  try {
    return createPrivateKey({ key: pem, ...(passphrase === null ? {} : { passphrase }) });
  } catch {
    throw new Problem(
      `names ${file}, which does not contain a readable PEM private key; if the key is encrypted, set its passphrase with ${settings.name('keyPassphrase')}`,
    );
  }
}
