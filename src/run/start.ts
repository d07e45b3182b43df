import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import { startVitest } from 'vitest/node';
import type { Report } from '../model/report.ts';
import { channelName, type Stop, type Told } from './channel.ts';
import type { RunSettings } from './settings.ts';

/** How a run is watched and ended from outside. */
export interface RunHooks {
  readonly onProgress?: (told: Extract<Told, { kind: 'progress' }>) => void;
  readonly signal?: AbortSignal;
}

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Vitest's own handlers of signals exit at once, before any report: they are taken off as soon as they are put on. */
function dismiss(event: string | symbol, listener: (...given: unknown[]) => void): void {
  if (event === 'SIGINT' || event === 'SIGTERM') queueMicrotask(() => process.off(event, listener));
}

/** Starts Vitest on the one entry file, with nothing of the user's loaded and nothing written, and returns the report. */
export async function start(settings: RunSettings, hooks: RunHooks = {}): Promise<Report> {
  const stop: Stop = { kind: 'stop', reason: 'interrupted' };
  const run = randomUUID();
  const channel = new BroadcastChannel(channelName(run));
  const told = new Promise<Report>((resolve) => {
    channel.onmessage = (event) => {
      const { data } = event as { readonly data: Told };
      if (data.kind === 'progress') hooks.onProgress?.(data);
      // What was said before the worker listened is lost, so it is said again.
      if (hooks.signal?.aborted && data.kind === 'progress') channel.postMessage(stop);
      if (data.kind === 'report') resolve(data.report);
    };
  });
  const halt = (): void => channel.postMessage(stop);
  hooks.signal?.addEventListener('abort', halt);
  process.on('newListener', dismiss);
  const overrides = { envDir: false, css: { postcss: {} }, logLevel: 'silent' } as const;
  // Vitest would hide the cursor of a terminal, and has nothing else to say.
  const vitest = await startVitest('test', [], options(settings, run), overrides, {
    stdout: new PassThrough().resume(),
  });
  process.off('newListener', dismiss);
  const problems = vitest.state.getUnhandledErrors();
  const report = await Promise.race([
    told,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 2_000).unref()),
  ]);
  hooks.signal?.removeEventListener('abort', halt);
  channel.close();
  await vitest.close();
  process.exitCode = 0;
  if (report) return report;
  const [first] = problems;
  throw new Error(`the run broke inside: ${first instanceof Error ? first.message : 'no report came'}`);
}

function options(settings: RunSettings, run: string) {
  return {
    config: false as const,
    root: HERE,
    dir: HERE,
    include: ['entry.js'],
    exclude: [],
    watch: false,
    cache: false as const,
    reporters: [{}],
    pool: 'threads' as const,
    isolate: false,
    fileParallelism: false,
    maxWorkers: 1,
    maxConcurrency: 24,
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 2_000,
    // All but the entry is imported as it is: compiled already, it needs no transforming.
    server: { deps: { external: [/^(?!.*entry\.js$)/] } },
    provide: { settings, run },
  };
}
