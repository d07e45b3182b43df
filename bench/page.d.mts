import type { Figure } from './figures.mjs';

export function machineOf(cpus: readonly { readonly model: string }[], node: string): string;
export function page(figures: readonly Figure[], machine: string, former: string): string;
