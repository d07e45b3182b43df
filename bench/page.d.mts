import type { Figure } from './figures.mjs';

export interface Origin {
  readonly machine: string;
  readonly commit: string;
  readonly day: Date;
}

export function machineOf(cpus: readonly { readonly model: string }[], node: string): string;
export function page(figures: readonly Figure[], origin: Origin, former: string): string;
export function moved(figures: readonly Figure[], former: string): readonly string[];
