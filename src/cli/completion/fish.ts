import type { Shape, ShapedCommand, ShapedFlag, Values } from './shape.ts';

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

const offered = (values: Values): string => {
  if (values.kind === 'files') return ' -r -F';
  if (values.kind === 'open') return ' -x';
  const words = quoted(values.words.join(' '));
  // A function of fish completes the last of words that are separated by commas.
  return values.isList ? ` -x -a "(__fish_append , ${values.words.join(' ')})"` : ` -x -a ${words}`;
};

const flagLine = (start: string, { flag, meaning, values }: ShapedFlag): string =>
  `${start} -l ${flag.slice(2)} -d ${quoted(meaning)}${values ? offered(values) : ''}`;

function commandLines(program: string, condition: string, { flags, argument }: ShapedCommand): readonly string[] {
  const start = `complete -c ${program} -n ${quoted(condition)}`;
  return [
    ...flags.filter(({ flag }) => flag.startsWith('--')).map((each) => flagLine(start, each)),
    ...(argument && argument.kind !== 'open' ? [`${start}${offered(argument).replace(' -r', '')}`] : []),
  ];
}

/** A script for fish. */
export function fish({ program, commands, standard }: Shape): string {
  const none = 'not __fish_seen_subcommand_from $transfer_conformance_commands';
  const others = commands.filter(({ name }) => name !== standard.name);
  return [
    `# Completion of ${program} for fish: ${program} completion fish | source`,
    `set -g transfer_conformance_commands ${commands.map(({ name }) => name).join(' ')}`,
    `complete -c ${program} -f`,
    ...commands.map(
      ({ name, meaning }) =>
        `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${quoted(meaning)}`,
    ),
    ...commandLines(program, `${none}; or __fish_seen_subcommand_from ${standard.name}`, standard),
    ...others.flatMap((each) => commandLines(program, `__fish_seen_subcommand_from ${each.name}`, each)),
    '',
  ].join('\n');
}
