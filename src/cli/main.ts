#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT } from './exit-codes.ts';
import { makeProgram } from './program.ts';
import { handleUncaught, internalError } from './uncaught.ts';
import { usageMessage } from './usage-message.ts';

const program = makeProgram();

/** Prints an error as one sentence, never as a stack trace, and returns the exit code. */
async function explainError(error: unknown): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.conformant;
  const { complain } = await import('./output.js');
  if (error instanceof CommanderError) {
    complain(usageMessage(program, error));
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
