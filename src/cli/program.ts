import { Command, Option } from 'commander';
import { openApiVersions } from '../contract/openapi/dialect.ts';
import { defaultOf, runSettings, selectionSettings, targetSettings, variableOf } from '../settings/declarations.ts';
import type { Flags } from '../settings/settings.ts';
import { version } from '../settings/version.ts';
import { PRODUCT } from '../values/product.ts';
import { HELP, LISTEN, MATRIX_FOLDER, PORT } from './defaults.ts';
import { EXIT } from './exit-codes.ts';
import { formatted, gated, judging, readsSettings, targeted, withSettings } from './options.ts';
import { tune } from './tune.ts';
import { unknownCommand } from './usage-message.ts';

/** The command that runs if none is named. */
const DEFAULT = 'run';

/** Makes the action of a command: `act` returns the exit code. */
function exitWith(act: (flags: Flags, ...rest: string[]) => Promise<number>) {
  return async (...given: unknown[]): Promise<void> => {
    const command = given.at(-1) as Command;
    if (readsSettings(command)) (await import('./variables.js')).warnOfVariables();
    process.exitCode = await act(command.opts(), ...command.args);
  };
}

function addRun(program: Command): void {
  gated(
    withSettings(
      targeted(
        program
          .command(DEFAULT, { isDefault: true })
          .description(
            'verify a target, or without a base URL the embedded reference implementation (default command)',
          ),
      ),
      { ...selectionSettings, ...runSettings },
    ),
  )
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
}

function addDoctor(program: Command): void {
  targeted(
    program
      .command('doctor')
      .description('connect to the target, get a token and find fixtures; show what can be tested and what is missing'),
  )
    .addOption(formatted())
    .action(exitWith(async (flags) => (await import('./doctor.js')).doctor(flags)));
}

function addInit(program: Command): void {
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
}

function addList(program: Command): void {
  withSettings(program.command('list').description('list the requirements'), selectionSettings)
    .option('--clients', 'list the requirements on client requests, which verify and proxy check')
    .addOption(formatted())
    .option('--json', 'the same as --format json')
    .action(exitWith(async (flags) => (await import('./list.js')).list(flags)));
}

function addExplain(program: Command): void {
  program
    .command('explain')
    .description(
      'explain requirements: the sentence, its place in the document, how it is checked, what proves the check, and in a clone file and line of each',
    )
    .argument('<id>', 'ids of requirements (with *), operations or sections, separated by commas')
    .addOption(formatted())
    .action(exitWith(async (flags, id) => (await import('./explain.js')).explain(flags, id ?? '')));
}

function addVerify(program: Command): void {
  judging(
    program
      .command('verify')
      .description('check recorded traffic against the requirements on the target and its clients'),
  )
    .argument('<recordings...>', 'HAR files or NDJSON of exchanges; - for standard input')
    .option('--base-url <url>', 'check only exchanges with this base URL (default: any)')
    .action(exitWith(async (flags, ...files) => (await import('./verify.js')).verify(flags, files)));
}

function addReplay(program: Command): void {
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
}

function addProxy(program: Command): void {
  withSettings(
    judging(
      program.command('proxy').description('forward live traffic to a target and check it against the requirements'),
    ),
    { insecureHttp: targetSettings.insecureHttp },
  )
    .option('--target <url>', 'the target; requests go only to its origin')
    .option('--listen <address>', `port, or address and port, of the proxy (${LISTEN})`)
    .option('--enforce', 'answer an invalid request with 400 instead of forwarding it')
    .action(exitWith(async (flags) => (await import('./proxy.js')).proxy(flags)));
}

function addCompare(program: Command): void {
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
      exitWith(async (flags, before, after) =>
        (await import('./compare.js')).compare(flags, before ?? '', after ?? ''),
      ),
    );
}

function addMerge(program: Command): void {
  gated(
    program
      .command('merge')
      .description('merge the reports of all shards into one, with the exit code of the whole run'),
  )
    .argument('<reports...>', 'report.json of each shard, or the folder that holds it')
    .action(exitWith(async (flags, ...paths) => (await import('./merge.js')).merge(flags, paths)));
}

function addAudit(program: Command): void {
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
}

function addMatrix(program: Command): void {
  program
    .command('matrix')
    .description(
      'compare reports of several implementations, or of one over time, side by side: writes matrix.html, matrix.json and matrix.md',
    )
    .argument('<reports...>', 'report.json of each run, or the folder that holds it; the reports of shards are merged')
    .option('--history', 'show one target over time: sort the runs by time, and show what changed when')
    .option('--out <dir>', `folder for matrix.html and the other files (${MATRIX_FOLDER})`)
    .action(exitWith(async (flags, ...paths) => (await import('./matrix.js')).matrix(flags, paths)));
}

function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the interface as an OpenAPI document')
    .option(
      '--openapi <version>',
      `version of OpenAPI: ${openApiVersions.join(' or ')} (default: ${openApiVersions[0]})`,
    )
    .option('--out <file>', 'write to a file; the extension .yaml selects YAML')
    .option('--yaml', 'print YAML')
    .action(exitWith(async (flags) => (await import('./openapi.js')).openapi(flags)));
}

/** Joins the values of an option that is given several times. */
const joined = (names: string, before?: string): string => (before === undefined ? names : `${before},${names}`);

function addServe(program: Command): void {
  program
    .command('serve')
    .description('serve the embedded reference implementation')
    .option('--port <n>', 'port on 127.0.0.1', String(PORT))
    .option('--fault <names>', 'deliberate defects, separated by commas; may be repeated', joined)
    .option('--latitude <names>', 'choices that the document leaves open, separated by commas; may be repeated', joined)
    .option('--fixtures-out <file>', 'write its fixtures to a file')
    .option('--list', 'list all faults and latitudes')
    .action(exitWith(async (flags) => (await import('./serve.js')).serve(flags)));
}

function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a shell script that completes commands, flags and ids')
    .argument('<shell>', 'bash, zsh or fish')
    .action(exitWith(async (_, shell) => (await import('./completion.js')).completion(program, DEFAULT, shell ?? '')));
}

function addHelp(program: Command): void {
  program
    .command(HELP)
    .description('show the help of a command')
    .argument('[command]', 'name of a command (default: all of them)')
    .action(async (name?: string) => {
      const named = name === undefined ? program : program.commands.find((each) => each.name() === name);
      if (named) return named.outputHelp();
      const { complain } = await import('./output.js');
      complain(unknownCommand(program, name ?? ''));
      process.exitCode = EXIT.usage;
    });
}

/** Each adds a command, in the order in which the help lists them. */
const commands = [
  addRun,
  addDoctor,
  addInit,
  addList,
  addExplain,
  addVerify,
  addReplay,
  addProxy,
  addCompare,
  addMerge,
  addAudit,
  addMatrix,
  addOpenapi,
  addServe,
  addCompletion,
  addHelp,
];

/** Makes the program with all its commands. A command loads what it does when it is run. */
export function makeProgram(): Command {
  const program = new Command(PRODUCT)
    .description('Verify an implementation of the money-movement interface against its document, sentence by sentence.')
    .version(version, '-v, --version')
    .showSuggestionAfterError()
    .exitOverride()
    .helpCommand(false)
    // The error that is thrown has the same text, and a code.
    .configureOutput({ outputError: () => undefined })
    .hook('preAction', (_, command) => tune(command.name()));
  for (const add of commands) add(program);
  return program;
}
