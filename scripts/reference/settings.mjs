// The sources of settings, environment variables and exit codes.
import { EXIT, exitMeanings } from '../../dist/src/cli/exit-codes.js';
import {
  byName,
  defaultOf,
  fileSettings,
  flagOf,
  gateSettings,
  listSettings,
  permissionSettings,
  requestSettings,
  responseSettings,
  runSettings,
  selectionSettings,
  targetSettings,
  variableOf,
} from '../../dist/src/settings/declarations.js';
import { MADE, table } from './words.mjs';

/**
 * @import { SettingName } from '../../dist/src/settings/declarations.js'
 * @typedef {[title: string, members: object]} Group
 */

/** @type {Group[]} */
const GROUPS = [
  ['The configuration file', fileSettings],
  ['The target', targetSettings],
  ['What a run may do', permissionSettings],
  ['How requests are sent', requestSettings],
  ['What one answer may cost', responseSettings],
  ['How far lists are followed', listSettings],
  ['Which requirements', selectionSettings],
  ['The run', runSettings],
  ['Reports and the gate', gateSettings],
];

const flagWith = (/** @type {SettingName} */ name) => {
  const { argument } = byName[name].type;
  return flagOf(name) ? `\`${flagOf(name)}${argument ? ` ${argument}` : ''}\`` : '(none)';
};

const group = (/** @type {Group} */ [title, members]) => [
  `### ${title}`,
  '',
  ...table(
    ['flag', 'environment', 'default', 'meaning'],
    /** @type {SettingName[]} */ (Object.keys(members)).map((name) => [
      flagWith(name),
      `\`${variableOf(name)}\``,
      defaultOf(name),
      byName[name].meaning,
    ]),
  ),
  '',
];

export const settings = () => [
  '# Settings and exit codes',
  '',
  MADE,
  '',
  '## Settings',
  '',
  'Strongest first: flags, environment, `.env` in the working directory, the configuration file there. A variable of the environment that is set and empty is a',
  'mistake (exit code 2), as a missing secret of a pipeline leaves it; an empty one in `.env` says nothing.',
  'The configuration file is `transfer-conformance.config.json`, `transfer-conformance.config.js` or the key `transfer-conformance` of',
  '`package.json`; it has the settings under their names in camel case, and `targets` by name (`--target`). Its schema is',
  '`schemas/config.schema.json`.',
  'Secrets are read from the environment and `.env` only: everybody on the machine can read the arguments of a process.',
  'A header takes them as `$NAME`; a key that is written out in it gets a note.',
  'The library has the same settings under their names in camel case: `--max-amount` is `maxAmount`.',
  '',
  ...GROUPS.flatMap(group),
  '## Proxies and certificates',
  '',
  '`HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case, are those of the environment or `.env`; a loopback address is always reached',
  'directly. `NODE_EXTRA_CA_CERTS` names a private CA; Node reads it when it starts, so set it in the environment. Certificates of',
  'hosts are checked.',
  '',
  '## Exit codes',
  '',
  ...table(
    ['code', 'meaning'],
    Object.entries(EXIT).map(([name, code]) => [code, exitMeanings[name]]),
  ),
];
