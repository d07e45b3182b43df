#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError, Option } from 'commander';
import { openApiVersions } from '../contract/openapi/dialect.ts';
import {
  byName,
  connectionSettings,
  type Declaration,
  defaultOf,
  flagOf,
  gateSettings,
  responseSettings,
  runSettings,
  type SettingName,
  selectionSettings,
  settingNames,
  targetSettings,
  variableOf,
} from '../settings/declarations.ts';
import type { Flags } from '../settings/settings.ts';
import { version } from '../settings/version.ts';
import { flagFor } from '../values/flag.ts';
import { meant } from '../values/nearest.ts';
import { PRODUCT } from '../values/product.ts';
import { LISTEN, MATRIX_FOLDER, PORT } from './defaults.ts';
import { EXIT } from './exit-codes.ts';
import { handleUncaught, internalError } from './uncaught.ts';

/** Commands that do the same work for minutes or longer, and hold little besides what they are working on. */
const LASTING = new Set(['proxy', 'serve', 'verify']);

/**
 * Sets when V8 collects garbage and optimizes. A heap may grow by so many percent before it is collected: that of a run
 * holds the lists of a large target and would otherwise grow to several times their size. Commands that do not last take
 * seconds, and V8 spends a quarter of them optimizing functions that hardly run afterwards. With the larger budget it
 * optimizes only functions that ran ten times as long. Measured on Node 20. Later versions have a cheaper intermediate
 * compiler, and V8 warns of a flag that it does not know.
 */
function tune(command: string): void {
  const isLasting = LASTING.has(command);
  setFlagsFromString(`--heap-growing-percent=${isLasting ? 100 : 25}`);
  if (process.versions.node.startsWith('20.') && !isLasting) setFlagsFromString('--interrupt-budget=600000');
}

const HELP = 'help';

const program = new Command(PRODUCT)
  .description('Verify an implementation of the money-movement interface against its document, sentence by sentence.')
  .version(version, '-v, --version')
  .showSuggestionAfterError()
  .exitOverride()
  .helpCommand(false)
  // The error that is thrown has the same text, and a code.
  .configureOutput({ outputError: () => undefined })
  .hook('preAction', (_, command) => tune(command.name()));

/** Rewrites commander's message about flags and arguments and names the command that lists them. */
function usageError({ code, message }: CommanderError): string {
  const command = program.commands.find((each) => each.name() === process.argv[2])?.name();
  const help = `"transfer-conformance ${command ?? 'run'} --help" lists every flag`;
  const words = process.argv.slice(2).filter((each) => !each.startsWith('-'));
  const isTooMany = code === 'commander.excessArguments';
  if (isTooMany && words.some(isAddress))
    return `an address is no argument: give that of the target with ${flagFor('baseUrl')} or BASE_URL`;
  if (isTooMany && command === undefined) return unknown(words[0] ?? '');
  // The value after an unknown option may be a secret given by mistake.
  const said = message.replace(/^error: /, '').replace(/(option '--[\w-]+)=[^\n]*'/, "$1'");
  const line = said
    .trimEnd()
    .replace(/\. Expected \d+ arguments?.*/, '')
    .replace(/\.$/, '')
    .replace('\n(Did', ' (did');
  if (code !== 'commander.unknownOption') return `${line}; ${help}`;
  const flag = needlesslyValued(line);
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
function needlesslyValued(line: string): string | undefined {
  const [, flag = ''] = /'(--[\w-]+)'/.exec(line) ?? [];
  return isSwitch(flag) && process.argv.some((word) => word.startsWith(`${flag}=`)) ? flag : undefined;
}

/** Whether a command has a flag of this name that takes no value. */
const isSwitch = (flag: string): boolean =>
  program.commands.some(({ options }) =>
    options.some(({ long, required, optional }) => long === flag && !required && !optional),
  );

/** Returns the message for an unknown command, with the most similar one. */
function unknown(given: string): string {
  const names = program.commands.map((each) => each.name());
  const misplaced = process.argv.slice(2).find((word) => names.includes(word));
  if (misplaced !== undefined && misplaced !== HELP)
    return `the command comes first: transfer-conformance ${misplaced} …`;
  return `there is no command ${JSON.stringify(given)}${meant(given, names)}; "transfer-conformance --help" lists all commands`;
}

/**
 * Adds options for settings, each with its default and its variable. Their values are read later, together with the
 * other sources.
 */
function withSettings(command: Command, names: Readonly<Partial<Record<SettingName, unknown>>>): Command {
  configured.add(command);
  for (const name of settingNames.filter((each) => each in names)) {
    const { type, meaning }: Declaration<unknown, unknown> = byName[name];
    const flag = flagOf(name);
    if (flag === undefined) continue;
    const words = defaultOf(name);
    const option = new Option(
      `${flag}${type.argument ? ` <${type.argument}>` : ''}`,
      `${meaning}${words === '' ? '' : ` (${words})`} [${variableOf(name)}]`,
    );
    if (type.repeatable) option.argParser((value, before: readonly string[] = []) => [...before, value]);
    command.addOption(name === 'fixturesCommand' ? option.conflicts('fixtures') : option);
  }
  return command;
}

/** Adds the options of every command that connects to a target. */
const targeted = (command: Command): Command => withSettings(command, connectionSettings);

/** Adds the options of every command that ends with reports and a gate. */
const gated = (command: Command): Command =>
  withSettings(command, gateSettings)
    .addOption(new Option('--quiet', 'print only the verdict and one line per failure').conflicts('verbose'))
    .option(
      '--verbose',
      'print each failure with its exchange, everything that was not exercised and all observations',
    );

/** The format of standard output. With `json` the command prints one JSON document and nothing else. */
function formatted(): Option {
  return new Option('--format <format>', 'text, or json for programs').choices(['text', 'json']).default('text');
}

/** The commands that read settings. */
const configured = new Set<Command>();

function exitWith(act: (flags: Flags, ...rest: string[]) => Promise<number>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    if (configured.has(command)) (await import('./variables.js')).warnOfVariables();
    process.exitCode = await act(command.opts(), ...command.args);
  };
}

const run = program
  .command('run', { isDefault: true })
  .description('verify a target, or without a base URL the embedded reference implementation (default command)');

gated(withSettings(targeted(run), { ...selectionSettings, ...runSettings }))
  .option('--dry-run', 'show the planned requests and withdrawals, and send nothing to the target')
  .option('--last-failed', 'run only what failed in the last report in the --out folder, with its seed')
  .option('--bail [n]', 'stop after n failed must requirements (1)')
  .addOption(
    new Option('--watch', 'run again after the target restarts or a key is pressed; failures run first')
      .conflicts('dryRun')
      .conflicts('lastFailed'),
  )
  .addOption(formatted().conflicts('watch'))
  .action(
    exitWith(async (flags) =>
      flags['watch'] === true ? (await import('./watch.js')).watch(flags) : (await import('./run.js')).run(flags),
    ),
  );

targeted(
  program
    .command('doctor')
    .description('connect to the target, get a token and find fixtures; show what can be tested and what is missing'),
)
  .addOption(formatted())
  .action(exitWith(async (flags) => (await import('./doctor.js')).doctor(flags)));

targeted(
  program
    .command('init')
    .description(
      'write .env, transfer-conformance.config.json and fixtures.json for a target: asks for missing settings, checks them and finds fixtures in the lists',
    ),
)
  .option('--vitest', 'also write conformance.test.ts, which runs the requirements in Vitest')
  .option('--force', 'replace existing files without asking')
  .action(exitWith(async (flags) => (await import('./init.js')).init(flags)));

withSettings(program.command('list').description('list the requirements'), selectionSettings)
  .option('--clients', 'list the requirements on client requests, which verify and proxy check')
  .addOption(formatted())
  .option('--json', 'the same as --format json')
  .action(exitWith(async (flags) => (await import('./list.js')).list(flags)));

program
  .command('explain')
  .description(
    'explain requirements: the sentence, its place in the document, how it is checked, what proves the check, and in a clone file and line of each',
  )
  .argument('<id>', 'ids of requirements (with *), operations or sections, separated by commas')
  .addOption(formatted())
  .action(exitWith(async (flags, id) => (await import('./explain.js')).explain(flags, id ?? '')));

/** Adds the options of the commands that judge traffic of others. */
const judging = (command: Command): Command =>
  gated(withSettings(command, { ...selectionSettings, ...BODIES })).option(
    '--side <side>',
    'whose requirements to check: target, client or both (both)',
  );

const { maxHeaderBytes: _, ...BODIES } = responseSettings;

judging(
  program
    .command('verify')
    .description('check recorded traffic against the requirements on the target and its clients'),
)
  .argument('<recordings...>', 'HAR files or NDJSON of exchanges; - for standard input')
  .option('--base-url <url>', 'check only exchanges with this base URL (default: any)')
  .action(exitWith(async (flags, ...files) => (await import('./verify.js')).verify(flags, files)));
targeted(
  program
    .command('replay')
    .description('send the failing cases of a requirement again and show whether they still fail')
    .argument('[id]', 'id of a requirement that failed in the report'),
)
  .option('--all', 'replay everything that failed in the report')
  .option(
    '--report <file>',
    `the report.json with the failure (default: the one in ${defaultOf('out')}, or in the folder that ${variableOf('out')} or the configuration file names)`,
  )
  .action(exitWith(async (flags, id) => (await import('./replay.js')).replay(flags, id ?? '')));

withSettings(
  judging(
    program.command('proxy').description('forward live traffic to a target and check it against the requirements'),
  ),
  { insecureHttp: targetSettings.insecureHttp },
)
  .option('--target <url>', 'the target; requests go only to its origin')
  .option('--listen <address>', `address and port of the proxy (${LISTEN})`)
  .option('--enforce', 'answer an invalid request with 400 instead of forwarding it')
  .action(exitWith(async (flags) => (await import('./proxy.js')).proxy(flags)));

program
  .command('compare')
  .description('show what changed from one report.json to another; exits 1 if something became worse')
  .argument('<before>', 'report.json of the first run or implementation, or its folder')
  .argument('<after>', 'report.json of the second, or its folder')
  .option('--json', 'print JSON')
  .option('--markdown <file>', 'write Markdown, for a pull request')
  .option('--html <file>', 'write an HTML page')
  .addOption(new Option('--quiet', 'print only the conclusion').conflicts('verbose'))
  .option('--verbose', 'print everything that changed')
  .action(
    exitWith(async (flags, before, after) => (await import('./compare.js')).compare(flags, before ?? '', after ?? '')),
  );

gated(
  program.command('merge').description('merge the reports of all shards into one, with the exit code of the whole run'),
)
  .argument('<reports...>', 'report.json of each shard, or the folder that holds it')
  .action(exitWith(async (flags, ...paths) => (await import('./merge.js')).merge(flags, paths)));

program
  .command('audit')
  .description('recompute the verdicts of a report from its recording, offline; exits 1 if one differs')
  .argument('<folder>', 'the folder with report.json and exchanges.har')
  .option(
    '--sign <key>',
    'if all verdicts match, sign the report with this Ed25519 private key (PEM): writes attestation.json',
  )
  .option('--trust <key>', 'accept the report only if it is signed with this public key')
  .action(exitWith(async (flags, folder) => (await import('./audit.js')).audit(flags, folder ?? '')));

program
  .command('matrix')
  .description(
    'compare reports of several implementations, or of one over time, side by side: writes matrix.html, matrix.json and matrix.md',
  )
  .argument('<reports...>', 'report.json of each run, or the folder that holds it; the reports of shards are merged')
  .option('--history', 'show one target over time: sort the runs by time, and show what changed when')
  .option('--out <dir>', `folder for matrix.html and the other files (${MATRIX_FOLDER})`)
  .action(exitWith(async (flags, ...paths) => (await import('./matrix.js')).matrix(flags, paths)));

program
  .command('openapi')
  .description('print the interface as an OpenAPI document')
  .option('--openapi <version>', `version of OpenAPI: ${openApiVersions.join(' or ')} (default: ${openApiVersions[0]})`)
  .option('--out <file>', 'write to a file; the extension .yaml selects YAML')
  .option('--yaml', 'print YAML')
  .action(exitWith(async (flags) => (await import('./openapi.js')).openapi(flags)));

/** Joins the values of an option that is given several times. */
const joined = (names: string, before?: string): string => (before === undefined ? names : `${before},${names}`);

program
  .command('serve')
  .description('serve the embedded reference implementation')
  .option('--port <n>', 'port on 127.0.0.1', String(PORT))
  .option('--fault <names>', 'deliberate defects, separated by commas; may be repeated', joined)
  .option('--latitude <names>', 'choices that the document leaves open, separated by commas; may be repeated', joined)
  .option('--fixtures-out <file>', 'write its fixtures to a file')
  .option('--list', 'list all faults and latitudes')
  .action(exitWith(async (flags) => (await import('./serve.js')).serve(flags)));

program
  .command('completion')
  .description('print a shell script that completes commands, flags and ids')
  .argument('<shell>', 'bash, zsh or fish')
  .action(exitWith(async (_, shell) => (await import('./completion.js')).completion(program, run.name(), shell ?? '')));

program
  .command(HELP)
  .description('show the help of a command')
  .argument('[command]', 'name of a command (default: all of them)')
  .action(async (name?: string) => {
    const named = name === undefined ? program : program.commands.find((each) => each.name() === name);
    if (named) return named.outputHelp();
    const { complain } = await import('./output.js');
    complain(unknown(name ?? ''));
    process.exitCode = EXIT.usage;
  });

/** Prints an error as one sentence, never as a stack trace, and returns the exit code. */
async function explainError(error: unknown): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.conformant;
  const { complain } = await import('./output.js');
  if (error instanceof CommanderError) {
    complain(usageError(error));
    return EXIT.usage;
  }
  const { UsageError } = await import('../settings/usage-error.js');
  const { Aborted } = await import('../model/aborted.js');
  const { isOfSystem, sentenceOf } = await import('../values/error-code.js');
  const isForeseen = error instanceof UsageError || error instanceof Aborted || isOfSystem(error);
  const sentence = isForeseen ? sentenceOf(error) : internalError(sentenceOf(error));
  complain(sentence);
  if (process.env['GITHUB_ACTIONS'] === 'true') {
    const { errorAnnotation } = await import('../../reporters/annotations.js');
    process.stderr.write(`${errorAnnotation(sentence)}\n`);
  }
  return error instanceof UsageError ? EXIT.usage : EXIT.aborted;
}

handleUncaught(async (error) => process.exit(await explainError(error)));

/** If the reader of a pipe closes it, the output ends but the run continues. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') process.exitCode = EXIT.aborted;
}
process.stdout.on('error', ignoreClosedPipe);
process.stderr.on('error', ignoreClosedPipe);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = await explainError(error);
}
