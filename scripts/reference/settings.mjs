// Where settings come from, environment variables and exit codes.
import { EXIT, exitMeanings } from '../../dist/src/cli/exit-codes.js';
import { settings as all } from '../../dist/src/settings/setting-names.js';
import { MADE, table } from './words.mjs';

const flagOf = ({ flag, argument }) => (flag ? `\`--${flag}${argument ? ` ${argument}` : ''}\`` : '(none)');
const envOf = ({ env }) => (env ? `\`${env}\`` : '');

export const settings = () => [
  '# Settings and exit codes',
  '',
  MADE,
  '',
  '## Settings of a target',
  '',
  'Strongest first: flags, environment, `.env` in the working directory. An empty variable says nothing.',
  'Secrets are read from the environment alone: what stands in the arguments of a process, everybody on the machine can read.',
  '',
  ...table(
    ['flag', 'environment', 'meaning'],
    Object.values(all).map((setting) => [flagOf(setting), envOf(setting), setting.meaning]),
  ),
  '',
  '## Exit codes',
  '',
  ...table(
    ['code', 'meaning'],
    Object.entries(EXIT).map(([name, code]) => [code, exitMeanings[name]]),
  ),
];
