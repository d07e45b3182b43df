import type { Shape, ShapedCommand, ShapedFlag, Values } from './shape.ts';

/** Escapes text for single quotes, and escapes colons and brackets, which have a meaning in a specification. */
const inQuotes = (text: string): string => text.replace(/[:[\]\\]/g, '\\$&').replaceAll("'", "'\\''");

const variable = (name: string): string => `_transfer_conformance_${name}`;

function action(values: Values): string {
  if (values.kind === 'files') return '_files';
  if (values.kind === 'open') return ' ';
  if (values.kind === 'words') return `(${values.words.join(' ')})`;
  const all = `-a ${variable(values.list)}`;
  return values.isMany ? `_sequence compadd - ${all}` : `{compadd ${all}}`;
}

const flagSpec = ({ flag, meaning, values }: ShapedFlag): string =>
  `'*${flag}[${inQuotes(meaning)}]${values ? `:${inQuotes(flag.slice(2))}:${action(values)}` : ''}'`;

const specs = ({ flags, argument }: ShapedCommand): readonly string[] => [
  ...flags.map(flagSpec),
  ...(argument ? [`'*:argument:${action(argument)}'`] : []),
];

const branch = (pattern: string, command: ShapedCommand): readonly string[] => [
  `    ${pattern})`,
  `      _arguments ${specs(command).join(' \\\n        ')}`,
  '      ;;',
];

/**
 * Makes a completion script for zsh. It can be sourced after compinit or saved as `_transfer-conformance` in a folder
 * of the function path.
 */
export function zsh({ program, commands, defaultCommand, lists }: Shape): string {
  const names = commands.map(({ name, meaning }) => `'${name}:${meaning.replaceAll("'", "'\\''")}'`);
  const others = commands.filter(({ name }) => name !== defaultCommand.name);
  return [
    `#compdef ${program}`,
    `# Completion of ${program} for zsh: source <(${program} completion zsh)`,
    ...Object.entries(lists).map(([name, words]) => `typeset -ga ${variable(name)}=(${words.join(' ')})`),
    '_transfer_conformance() {',
    '  local -a commands=(',
    ...names.map((each) => `    ${each}`),
    '  )',
    `  local command=\${words[(r)(${commands.map(({ name }) => name).join('|')})]}`,
    '  if [[ -z $command && $CURRENT == 2 && $PREFIX != -* ]]; then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  if [[ -n $command ]]; then',
    '    shift words',
    '    (( CURRENT -= 1 ))',
    '  fi',
    '  case $command in',
    ...others.flatMap((each) => branch(each.name, each)),
    ...branch('*', defaultCommand),
    '  esac',
    '}',
    `if [[ $funcstack[1] == _${program} ]]; then _transfer_conformance "$@"; else compdef _transfer_conformance ${program}; fi`,
    '',
  ].join('\n');
}
