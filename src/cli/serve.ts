import { faults, latitudes, type Variant } from '../reference/decision.ts';
import type { Listening } from '../reference/service.ts';
import { startEmbedded } from '../run/embedded/embedded.ts';
import { writeAsked } from '../run/files/write-file.ts';
import { type Flags, optionText, optionValue } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { wholeNumber } from '../settings/value-types.ts';
import { errorCode } from '../values/error-code.ts';
import { PORT } from './defaults.ts';
import { EXIT } from './exit-codes.ts';
import { printLines } from './output.ts';

const names = (given: string | undefined): readonly string[] =>
  given
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '') ?? [];

const other = { fault: 'latitude', latitude: 'fault' } as const;

/**
 * Returns the names after a flag. Throws UsageError for a name of the other kind: who takes a fault for a latitude would
 * blame the requirement that catches it. Names that do not exist are refused by the service.
 */
function variants(flags: Flags, kind: Variant['kind']): readonly string[] {
  const given = names(optionText(flags[kind]));
  const others = kind === 'fault' ? latitudes() : faults();
  const wrong = given.find((each) => others.some(({ name }) => name === each));
  if (wrong === undefined) return given;
  throw new UsageError(`${wrong} is a ${other[kind]}, not a ${kind}: give it with --${other[kind]}`);
}

/** Describes a fault or latitude with its section and the operations it shows on. */
const listed = ({ kind, name, section, on }: Variant): string =>
  `${kind.padEnd(8)}  ${name}  (${section}: ${on.join(', ')})`;

function unserved(port: number, error: unknown): never {
  const code = errorCode(error);
  if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
  const why = code === 'EADDRINUSE' ? 'is in use' : 'is not permitted';
  throw new UsageError(`port ${port} of 127.0.0.1 ${why}; give another with --port, or 0 for any free port`);
}

async function keep(file: string, service: Listening): Promise<void> {
  try {
    const content = `${JSON.stringify(service.fixtures, null, 2)}\n`;
    await writeAsked(file, content, 'give a path in an existing folder with --fixtures-out');
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Serves the embedded implementation until it is interrupted. */
export async function serve(flags: Flags): Promise<number> {
  if (flags['list']) {
    printLines([...faults(), ...latitudes()].map(listed));
    return EXIT.conformant;
  }
  const credentials = {
    clientId: process.env['CLIENT_ID'] ?? 'embedded',
    ...(process.env['CLIENT_SECRET'] ? { clientSecret: process.env['CLIENT_SECRET'] } : {}),
  };
  const chosen = { faults: variants(flags, 'fault'), latitudes: variants(flags, 'latitude') };
  const port = optionValue('--port', wholeNumber(0, 65_535), flags['port']) ?? PORT;
  const service = await startEmbedded({ ...chosen, ...credentials }, port).catch((error: unknown) =>
    unserved(port, error),
  );
  const file = optionText(flags['fixturesOut']);
  if (file) await keep(file, service);
  // A secret that the user has set is not shown. The line is a comment, since the lines may be read as `.env`.
  const secret = process.env['CLIENT_SECRET']
    ? '# CLIENT_SECRET is the one that is set'
    : `CLIENT_SECRET=${service.clientSecret}`;
  printLines([`BASE_URL=${service.url}`, `AUTH_URL=${service.authUrl}`, `CLIENT_ID=${service.clientId}`, secret]);
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await service.close();
  return EXIT.conformant;
}
