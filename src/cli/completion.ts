import type { Command } from 'commander';
import { catalogue } from '../run/catalogue/catalogue.ts';
import { UsageError } from '../settings/usage-error.ts';
import { listed } from '../values/listed.ts';
import { meant } from '../values/nearest.ts';
import { bash } from './completion/bash.ts';
import { fish } from './completion/fish.ts';
import { shapeOf } from './completion/shape.ts';
import { zsh } from './completion/zsh.ts';
import { EXIT } from './exit-codes.ts';
import { printDocument } from './output.ts';

const SCRIPTS = { bash, zsh, fish } as const;

/** The shells that scripts exist for. */
const shells = Object.keys(SCRIPTS);

const isShell = (given: string): given is keyof typeof SCRIPTS => shells.includes(given);

/** Prints the script that completes commands, flags and ids in a shell. `defaultName` is the name of the default command. */
export async function completion(program: Command, defaultName: string, shell: string): Promise<number> {
  if (!isShell(shell))
    throw new UsageError(`there is no completion for ${shell}${meant(shell, shells)}: use ${listed(shells, 'or')}`);
  printDocument(SCRIPTS[shell](shapeOf(program, await catalogue(), defaultName)));
  return EXIT.conformant;
}
