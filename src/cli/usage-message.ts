import type { Command, CommanderError } from 'commander';
import { flagFor } from '../values/flag.ts';
import { meant } from '../values/nearest.ts';
import { HELP } from './defaults.ts';
import { usageWords } from './usage-words.ts';

/** Rewrites commander's message about flags and arguments and names the command that lists them. */
export function usageMessage(program: Command, { code, message }: CommanderError): string {
  const command = program.commands.find((each) => each.name() === process.argv[2])?.name();
  const help = `"transfer-conformance ${command ?? 'run'} --help" lists every flag`;
  const words = process.argv.slice(2).filter((each) => !each.startsWith('-'));
  const isTooMany = code === 'commander.excessArguments';
  if (isTooMany && words.some(isAddress))
    return `an address is no argument: give that of the target with ${flagFor('baseUrl')} or BASE_URL`;
  if (isTooMany && command === undefined) return unknownCommand(program, words[0] ?? '');
  // The value after an unknown option may be a secret given by mistake.
  const said = message.replace(/^error: /, '').replace(/(option '--[\w-]+)=[^\n]*'/, "$1'");
  const line = usageWords(
    said
      .trimEnd()
      .replace(/\. Expected \d+ arguments?.*/, '')
      .replace(/\.$/, '')
      .replace('\n(Did', ' (did'),
  );
  if (code !== 'commander.unknownOption') return `${line}; ${help}`;
  const flag = needlesslyValued(program, line);
  if (flag !== undefined) return `${flag} takes no value: leave out what follows it`;
  return `${line}; ${adviceOn(line) ?? help}`;
}

const isAddress = (word: string): boolean => /^https?:\/\//i.test(word);

/** Returns what to do instead of giving an unknown option that people expect. */
function adviceOn(line: string): string | undefined {
  if (/'--[\w-]*(?:token|secret|password)/i.test(line)) return 'set secrets in the environment, such as ACCESS_TOKEN';
  return /'--(?:junit|html)'/.test(line)
    ? `a run always writes junit.xml and report.html to the folder of ${flagFor('out')}`
    : undefined;
}

/** Returns the flag of a message about an unknown option, if it is known and was given with a value that it does not take. */
function needlesslyValued(program: Command, line: string): string | undefined {
  const [, flag = ''] = /'(--[\w-]+)'/.exec(line) ?? [];
  return isSwitch(program, flag) && process.argv.some((word) => word.startsWith(`${flag}=`)) ? flag : undefined;
}

/** Whether a command has a flag of this name that takes no value. */
const isSwitch = (program: Command, flag: string): boolean =>
  program.commands.some(({ options }) =>
    options.some(({ long, required, optional }) => long === flag && !required && !optional),
  );

/** Returns the message for an unknown command, with the most similar one. */
export function unknownCommand(program: Command, given: string): string {
  const names = program.commands.map((each) => each.name());
  const misplaced = process.argv.slice(2).find((word) => names.includes(word));
  if (misplaced !== undefined && misplaced !== HELP)
    return `the command comes first: transfer-conformance ${misplaced} …`;
  return `there is no command ${JSON.stringify(given)}${meant(given, names)}; "transfer-conformance --help" lists all commands`;
}
