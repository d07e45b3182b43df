#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { Command, CommanderError, Option } from 'commander';
import { version } from '../run/version.ts';
import {
  byName,
  type Declaration,
  defaultOf,
  flagOf,
  ofAnAnswer,
  ofLists,
  ofRequests,
  ofTheFile,
  ofTheGate,
  ofTheRun,
  ofTheTarget,
  type SettingName,
  safety,
  selection,
  settingNames,
  variableOf,
} from '../settings/declarations.ts';
import type { Flags } from '../settings/settings.ts';
import { meant } from '../values/nearest.ts';
import { EXIT } from './exit-codes.ts';

/**
 * A command takes seconds, and V8 spends a quarter of them optimizing functions that hardly run afterwards. With this
 * larger budget V8 optimizes only functions that ran ten times as long; those that run for minutes are still optimized.
 * Measured on Node 20. Later versions have a cheaper intermediate compiler, and V8 complains about a flag that it does
 * not know.
 */
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=600000');
// A heap with the lists of a large target would otherwise grow to twice its live size before it is collected.
setFlagsFromString('--heap-growing-percent=25');

const program = new Command('transfer-conformance')
  .description('Verify an implementation of the money-movement interface against its document, sentence by sentence.')
  .version(version, '-v, --version')
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({
    outputError: (text, write) => write(complaint(text)),
  });

/** Rewrites commander's message about flags and arguments and names the command that lists them. */
function complaint(text: string): string {
  const command = program.commands.find((each) => each.name() === process.argv[2])?.name();
  const help = `"transfer-conformance ${command ?? 'run'} --help" lists every flag`;
  if (command === undefined && /^error: too many arguments/.test(text)) return `transfer-conformance: ${unknown()}\n`;
  // The value after an unknown option may be a secret given by mistake.
  const said = text.replace(/^error: /, '').replace(/(option '--[\w-]+)=[^\n]*'/, "$1'");
  const line = said
    .trimEnd()
    .replace(/\. Expected \d+ arguments?.*/, '')
    .replace('\n(Did', ' (did');
  return `transfer-conformance: ${line}; ${help}\n`;
}

/** Returns the message for an unknown command, with the most similar one. */
function unknown(): string {
  const given = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? '';
  const near = meant(
    given,
    program.commands.map((each) => each.name()),
  );
  return `there is no such command${near}; "transfer-conformance --help" names them all`;
}

/**
 * Adds options for settings, each with its default and its variable. Their values are read later, together with the
 * other sources.
 */
function withSettings(command: Command, names: Readonly<Partial<Record<SettingName, unknown>>>): Command {
  for (const name of settingNames.filter((each) => each in names)) {
    const { type, meaning }: Declaration<unknown, unknown> = byName[name];
    const flag = flagOf(name);
    if (flag === undefined) continue;
    const standard = defaultOf(name);
    const option = new Option(
      `${flag}${type.argument ? ` <${type.argument}>` : ''}`,
      `${meaning}${standard === '' ? '' : ` (${standard})`} [${variableOf(name)}]`,
    );
    if (type.repeatable) option.argParser((value, before: readonly string[] = []) => [...before, value]);
    command.addOption(name === 'fixturesCommand' ? option.conflicts('fixtures') : option);
  }
  return command;
}

/** Adds the options of every command that connects to a target. */
const targeted = (command: Command): Command =>
  withSettings(command, { ...ofTheFile, ...ofTheTarget, ...safety, ...ofRequests, ...ofAnAnswer, ...ofLists });

/** Adds the options of every command that ends with reports and a gate. */
const gated = (command: Command): Command =>
  withSettings(command, ofTheGate)
    .addOption(new Option('--quiet', 'the verdict and a line for each failure').conflicts('verbose'))
    .option('--verbose', 'each failure with its exchange, everything that was not exercised and all that was observed');

/** The format of standard output. With `json` the command prints one JSON document and nothing else. */
function formatted(): Option {
  return new Option('--format <format>', 'text, or json for programs').choices(['text', 'json']).default('text');
}

function exitWith(act: (flags: Flags, ...rest: string[]) => Promise<number>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    process.exitCode = await act(command.opts(), ...command.args);
  };
}

const run = program
  .command('run', { isDefault: true })
  .description('verify a target (the default command); without a base URL: the embedded reference implementation');

gated(withSettings(targeted(run), { ...selection, ...ofTheRun }))
  .option('--dry-run', 'list what would be sent and moved, and send nothing to the target')
  .option('--last-failed', 'only what failed in the last report of the folder for reports, with its seed')
  .option('--bail [n]', 'end after so many failed musts (1)')
  .addOption(
    new Option('--watch', 'run again when the target answers after a restart or a key is pressed, what failed first')
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
    .description('reach the target, get a token, find fixtures; report what can be tested and what is missing'),
)
  .addOption(formatted())
  .action(exitWith(async (flags) => (await import('./doctor.js')).doctor(flags)));

targeted(
  program
    .command('init')
    .description(
      'write .env, transfer-conformance.config.json and fixtures.json for a target: asks for what flags and environment do not say, checks it, looks through the lists',
    ),
)
  .option('--vitest', 'write conformance.test.ts too, which runs the requirements in the Vitest of the folder')
  .option('--force', 'replace these files without asking')
  .action(exitWith(async (flags) => (await import('./init.js')).init(flags)));

withSettings(program.command('list').description('the requirements'), selection)
  .option('--clients', 'those for the requests of clients, which verify and proxy judge')
  .addOption(formatted())
  .option('--json', 'the same as --format json')
  .action(exitWith(async (flags) => (await import('./list.js')).list(flags)));

program
  .command('explain')
  .description(
    'requirements: the sentence, its place in the document, how it is checked, what proves it, and the file and line of each',
  )
  .argument('<id>', 'ids of requirements (with *), operations or sections, separated by commas')
  .addOption(formatted())
  .action(exitWith(async (flags, id) => (await import('./explain.js')).explain(flags, id ?? '')));

/** Adds the options of the commands that judge traffic of others. */
const judging = (command: Command): Command =>
  gated(withSettings(command, { ...selection, ...BODIES })).option(
    '--side <side>',
    'whose rules: target, client or both (both)',
  );

const { maxHeaderBytes: _, ...BODIES } = ofAnAnswer;

judging(program.command('verify').description('judge recorded traffic by the rules for the target and its clients'))
  .argument('<recordings...>', 'HAR files or NDJSON of exchanges; - for standard input')
  .option('--base-url <url>', 'the one base URL whose exchanges count; any, when it is left out')
  .action(exitWith(async (flags, ...files) => (await import('./verify.js')).verify(flags, files)));
targeted(
  program
    .command('replay')
    .description('send the failing cases of a requirement again and show whether they still fail')
    .argument('[id]', 'id of a requirement that the report shows as failed'),
)
  .option('--all', 'everything that the report shows as failed')
  .option('--report <file>', 'the report.json that shows the failure', 'conformance-report/report.json')
  .action(exitWith(async (flags, id) => (await import('./replay.js')).replay(flags, id ?? '')));

withSettings(
  judging(program.command('proxy').description('forward live traffic to a target, and judge it by the rules')),
  { insecureHttp: ofTheTarget.insecureHttp },
)
  .option('--target <url>', 'the target; requests go only to its origin')
  .option('--listen <address>', 'where clients find the proxy (127.0.0.1:8081)')
  .option('--enforce', 'answer a request that breaks a rule with 400 instead of passing it on')
  .action(exitWith(async (flags) => (await import('./proxy.js')).proxy(flags)));

program
  .command('compare')
  .description('what changed from one report.json to another; exits 1 when something became worse')
  .argument('<before>', 'report.json of the first run or implementation, or its folder')
  .argument('<after>', 'report.json of the second, or its folder')
  .option('--json', 'as JSON')
  .option('--markdown <file>', 'write Markdown, for a pull request')
  .option('--html <file>', 'write a page')
  .addOption(new Option('--quiet', 'print only the conclusion').conflicts('verbose'))
  .option('--verbose', 'everything that changed')
  .action(
    exitWith(async (flags, before, after) => (await import('./compare.js')).compare(flags, before ?? '', after ?? '')),
  );

gated(program.command('merge').description('one report of the reports of all shards, with the exit code of the whole'))
  .argument('<reports...>', 'report.json of each shard, or the folder that holds it')
  .action(exitWith(async (flags, ...paths) => (await import('./merge.js')).merge(flags, paths)));

program
  .command('audit')
  .description('make the verdicts of a report again from its recording, offline; exits 1 when one does not follow')
  .argument('<folder>', 'the folder of report.json and exchanges.har')
  .option('--sign <key>', 'sign a report whose verdicts follow, with a private key of Ed25519 (PEM): attestation.json')
  .option('--trust <key>', 'take a report only when this public key has signed it')
  .action(exitWith(async (flags, folder) => (await import('./audit.js')).audit(flags, folder ?? '')));

program
  .command('matrix')
  .description(
    'reports of several implementations, or of one over time, side by side: matrix.html, matrix.json, matrix.md',
  )
  .argument('<reports...>', 'report.json of each run, or the folder that holds it; those of shards are made whole')
  .option('--history', 'the same target over time: in the order of the runs, with what changed when')
  .option('--out <dir>', 'where matrix.html and the other files go (conformance-matrix)')
  .action(exitWith(async (flags, ...paths) => (await import('./matrix.js')).matrix(flags, paths)));

program
  .command('openapi')
  .description('the contract as an OpenAPI document')
  .option('--openapi <version>', 'version of OpenAPI: 3.1 or 3.0 (default: 3.1)')
  .option('--out <file>', 'write it to a file; .yaml makes YAML')
  .option('--yaml', 'as YAML')
  .action(exitWith(async (flags) => (await import('./openapi.js')).openapi(flags)));

/** Joins the values of an option that is given several times. */
const joined = (names: string, before?: string): string => (before === undefined ? names : `${before},${names}`);

program
  .command('serve')
  .description('serve the embedded reference implementation')
  .option('--port <n>', 'port on 127.0.0.1', '8080')
  .option('--fault <names>', 'deliberate defects, separated by commas; may be repeated', joined)
  .option('--latitude <names>', 'choices that the document leaves open, separated by commas; may be repeated', joined)
  .option('--fixtures-out <file>', 'write its fixtures to a file')
  .option('--list', 'name all faults and latitudes')
  .action(exitWith(async (flags) => (await import('./serve.js')).serve(flags)));

program
  .command('completion')
  .description('a script by which a shell completes commands, flags and ids')
  .argument('<shell>', 'bash, zsh or fish')
  .action(exitWith(async (_, shell) => (await import('./completion.js')).completion(program, run.name(), shell ?? '')));

/** Prints an error as one sentence, never as a stack trace, and returns the exit code. */
async function explainError(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  const { UsageError } = await import('../settings/configuration.js');
  const sentence = error instanceof Error ? error.message : String(error);
  process.stderr.write(`transfer-conformance: ${sentence}\n`);
  return error instanceof UsageError ? EXIT.usage : EXIT.aborted;
}

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
