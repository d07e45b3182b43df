import type { Shape, ShapedCommand, Values } from './shape.ts';

/** Quotes a text as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const list = (words: readonly string[]): string => quoted(words.join(' '));

const variable = (name: string): string => `_transfer_conformance_${name}`;

function filled(values: Values | undefined): string {
  if (values?.kind === 'files') return '_transfer_conformance_files';
  if (values?.kind === 'words') return `_transfer_conformance_words ${list(values.words)}`;
  if (values?.kind !== 'listed') return 'return';
  return `${values.isMany ? '_transfer_conformance_list' : '_transfer_conformance_words'} "$${variable(values.list)}"`;
}

/** Returns one line for each flag of the command that takes a value. */
const afterFlags = ({ flags }: ShapedCommand): readonly string[] =>
  flags.flatMap(({ flag, values }) => (values ? [`        ${flag}) ${filled(values)}; return ;;`] : []));

const branch = (pattern: string, command: ShapedCommand, before: readonly string[] = []): readonly string[] => [
  `    ${pattern})`,
  '      case $previous in',
  ...afterFlags(command),
  '      esac',
  `      if [[ $current == -* ]]; then _transfer_conformance_words ${list(command.flags.map(({ flag }) => flag))}; return; fi`,
  ...before,
  `      ${filled(command.argument)}`,
  '      ;;',
];

/** Makes a completion script for bash 3.2 and newer. */
export function bash({ program, commands, defaultCommand, lists }: Shape): string {
  const names = commands.map(({ name }) => name);
  const others = commands.filter(({ name }) => name !== defaultCommand.name);
  return [
    `# Completion of ${program} for bash: source <(${program} completion bash)`,
    ...Object.entries(lists).map(([name, words]) => `${variable(name)}=${list(words)}`),
    '_transfer_conformance_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }',
    '_transfer_conformance_files() { COMPREPLY=($(compgen -f -- "$current")); }',
    '# Words separated by commas: the last one is completed.',
    '_transfer_conformance_list() {',
    '  local before=""',
    '  if [[ $current == *,* ]]; then before=${current%,*},; fi',
    '  COMPREPLY=($(compgen -P "$before" -W "$1" -- "${current##*,}"))',
    '}',
    '_transfer_conformance() {',
    '  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command="" word',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    `    case $word in ${names.join('|')}) command=$word; break ;; esac`,
    '  done',
    '  COMPREPLY=()',
    '  case $command in',
    ...others.flatMap((each) => branch(each.name, each)),
    ...branch(defaultCommand.name, defaultCommand),
    ...branch('*', defaultCommand, [
      `      if [[ $COMP_CWORD == 1 ]]; then _transfer_conformance_words ${list(names)}; return; fi`,
    ]),
    '  esac',
    '}',
    `complete -o default -F _transfer_conformance ${program}`,
    '',
  ].join('\n');
}
