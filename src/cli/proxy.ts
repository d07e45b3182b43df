import { trafficRows } from '../../suites/index.ts';
import { Relay } from '../proxy/relay.ts';
import { prepare } from '../run/files/write-reports.ts';
import { guard } from '../run/traffic/proxy-guard.ts';
import { ProxyJudging } from '../run/traffic/proxy-judging.ts';
import { trafficSelection, trafficSettings } from '../run/traffic/traffic-flags.ts';
import { commandSettings } from '../settings/run-settings.ts';
import { type Flags, optionText, optionValue, type Settings } from '../settings/settings.ts';
import { isLoopback, understandBaseUrl } from '../settings/target/address.ts';
import { UsageError } from '../settings/usage-error.ts';
import { textual } from '../settings/value-types.ts';
import { errorCode } from '../values/error-code.ts';
import { conclude } from './conclude.ts';
import { LISTEN } from './defaults.ts';
import { Interruption } from './interruption.ts';
import { printLines, say } from './output.ts';
import { warnOfReplaced } from './replaced.ts';
import { readTerms } from './terms.ts';
import { handleUncaught, internalError } from './uncaught.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `127.0.0.1:8081`, `[::1]:8081`, `:8081` or `8081`. Throws UsageError. */
export function listenAddress(given: string): Address {
  const [, bracketed, plain, digits = ''] = /^(?:(?:\[([\da-f:.]+)\]|([^:[\]]*)):)?(\d{1,5})$/i.exec(given) ?? [];
  const port = digits === '' ? Number.NaN : Number(digits);
  if (port <= 65_535) return { host: bracketed ?? (plain || '127.0.0.1'), port };
  throw new UsageError(`--listen must be a port, or an address and a port such as ${LISTEN}, not "${given}"`);
}

/** Returns the URL of the target. Throws UsageError. */
function targetUrl(flags: Flags, settings: Settings): string {
  const read = optionValue('--target', textual('url', understandBaseUrl), flags['target']);
  if (!read) throw new UsageError('proxy needs a target: give its address with --target');
  const { url } = read;
  const insecure = settings.get('insecureHttp') ?? false;
  if (url.startsWith('https:') || isLoopback(url) || insecure) return url;
  throw new UsageError(
    "--target would receive the clients' tokens unencrypted: give an https address, or allow it with --insecure-http",
  );
}

/** Forwards traffic between clients and a target until it is interrupted, then writes the same reports as a run. */
export async function proxy(flags: Flags): Promise<number> {
  // In this command --target is a URL, never the name of a target in the configuration file.
  const settings = await commandSettings({ ...flags, target: undefined });
  const traffic = trafficSettings(settings, flags);
  const rows = trafficSelection(traffic);
  const terms = readTerms(settings, trafficRows);
  const [out, target] = [settings.orDefault('out'), targetUrl(flags, settings)];
  const address = listenAddress(optionText(flags['listen']) ?? LISTEN);
  const enforces = flags['enforce'] === true;
  prepare(out);
  warnOfReplaced(out);
  const quiet = flags['quiet'] === true;
  const judging = new ProxyJudging(
    { settings: traffic, out, target },
    {
      onViolation: (line) => {
        if (!quiet) printLines([line]);
      },
      onBroken: say,
    },
  );
  const server = new Relay({
    target,
    mostBody: traffic.bounds.responseBytes,
    onExchange: (capture, by, release) => judging.take(capture, by, release),
    onOther: () => judging.other(),
    onError: (error) => say(`a connection could not be accepted (${errorCode(error)}); the proxy goes on`),
    ...(enforces ? { guard: guard(rows, traffic.bounds) } : {}),
  });
  const bound = await listening(server, address).catch(async (error: unknown) => {
    await judging.stop();
    throw error;
  });
  const interruption = new Interruption();
  announce({ ...address, port: bound });
  say(`forwarding to ${target}${enforces ? ', only valid requests' : ''}; stop with Ctrl-C`);
  const broken = await interruptedOrBroken(interruption);
  if (broken !== undefined) say(broken);
  await server.close();
  const report = await judging.finish(broken);
  return conclude(report, terms, { settings, flags });
}

/** Prints the base URL that clients use to reach the proxy. */
function announce({ host, port }: Address): void {
  const shown = host.includes(':') ? `[${host}]` : host;
  printLines([`BASE_URL=http://${shown}:${port}`]);
}

/** Waits until a signal ends the command, or an error that no code handles. Returns what such an error says. */
async function interruptedOrBroken({ signal }: Interruption): Promise<string | undefined> {
  let release = (): void => undefined;
  const broken = new Promise<string>((resolve) => {
    release = handleUncaught(({ message }) => resolve(internalError(message)));
  });
  const interrupted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const reason = await Promise.race([broken, interrupted]);
  release();
  return reason;
}

async function listening(server: Relay, { host, port }: Address): Promise<number> {
  try {
    return await server.listen(port, host);
  } catch (error) {
    const code = errorCode(error);
    const why = code === 'EADDRINUSE' ? 'it is in use' : code;
    throw new UsageError(`the proxy cannot listen on ${host}:${port}: ${why}; give another address with --listen`);
  }
}
