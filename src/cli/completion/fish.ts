import type { Shape, ShapedCommand, ShapedFlag, Values } from './shape.ts';

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

const variable = (name: string): string => `$transfer_conformance_${name}`;

function offered(values: Values): string {
  if (values.kind === 'files') return ' -r -F';
  if (values.kind === 'open') return ' -x';
  if (values.kind === 'words') return ` -x -a ${quoted(values.words.join(' '))}`;
  return ` -x -a ${quoted(values.isMany ? `(__fish_append , ${variable(values.list)})` : variable(values.list))}`;
}

const flagLine = (start: string, { flag, meaning, values }: ShapedFlag): string =>
  `${start} -l ${flag.slice(2)} -d ${quoted(meaning)}${values ? offered(values) : ''}`;

function commandLines(program: string, condition: string, { flags, argument }: ShapedCommand): readonly string[] {
  const start = `complete -c ${program} -n ${quoted(condition)}`;
  return [
    ...flags.filter(({ flag }) => flag.startsWith('--')).map((each) => flagLine(start, each)),
    ...(argument && argument.kind !== 'open' ? [`${start}${offered(argument).replace(' -r', '')}`] : []),
  ];
}

/** Makes a completion script for fish. */
export function fish({ program, commands, defaultCommand, lists }: Shape): string {
  const none = 'not __fish_seen_subcommand_from $transfer_conformance_commands';
  const others = commands.filter(({ name }) => name !== defaultCommand.name);
  return [
    `# Completion of ${program} for fish: ${program} completion fish | source`,
    `set -g transfer_conformance_commands ${commands.map(({ name }) => name).join(' ')}`,
    ...Object.entries(lists).map(([name, words]) => `set -g transfer_conformance_${name} ${words.join(' ')}`),
    `complete -c ${program} -f`,
    ...commands.map(
      ({ name, meaning }) => `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quoted(meaning)}`,
    ),
    ...commandLines(program, `${none}; or __fish_seen_subcommand_from ${defaultCommand.name}`, defaultCommand),
    ...others.flatMap((each) => commandLines(program, `__fish_seen_subcommand_from ${each.name}`, each)),
    '',
  ].join('\n');
}
