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
  const advice = adviceOn(line, command);
  // What is advised is known better than what is spelt almost alike.
  return advice === undefined ? `${line}; ${help}` : `${line.replace(SIMILAR, '')}; ${advice}`;
}

/** Matches the suggestion of a flag that is spelt almost like the unknown one. */
const SIMILAR = / \(did you mean [^)]*\)$/;

const isAddress = (word: string): boolean => /^https?:\/\//i.test(word);

/** What flags of other commands or tools are called here, each by the command and the flag without its dashes. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'proxy port': `give the port with ${flagFor('listen')}`,
  'list section': `select a section with ${flagFor('only')}`,
  'run section': `select a section with ${flagFor('only')}`,
};

/** Returns what to do instead of giving an unknown option that people expect. */
function adviceOn(line: string, command = 'run'): string | undefined {
  if (/'--[\w-]*(?:token|secret|password)/i.test(line)) return 'set secrets in the environment, such as ACCESS_TOKEN';
  if (/'--(?:junit|html)'/.test(line))
    return `a run always writes junit.xml and report.html to the folder of ${flagFor('out')}`;
  const [, name = ''] = /'--([\w-]+)'/.exec(line) ?? [];
  return ELSEWHERE[`${command} ${name}`];
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

/** Matches the form of the ids of requirements. */
const ID = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+$/;

/** Returns the message for an unknown command, with the most similar one. */
export function unknownCommand(program: Command, given: string): string {
  const names = program.commands.map((each) => each.name());
  const misplaced = process.argv.slice(2).find((word) => names.includes(word));
  if (misplaced !== undefined && misplaced !== HELP)
    return `the command comes first: transfer-conformance ${misplaced} …`;
  if (ID.test(given))
    return `a requirement is no command: "transfer-conformance explain ${given}" shows it, and ${flagFor('only')} ${given} verifies it`;
  return `there is no command ${JSON.stringify(given)}${meant(given, names)}; "transfer-conformance --help" lists all commands`;
}
