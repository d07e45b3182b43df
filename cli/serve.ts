import { writeFileSync } from 'node:fs';
import { faults, latitudes, type Variant } from '../reference/decision.ts';
import { type Flags, text, whole } from '../target/configuration.ts';
import { startEmbedded } from './embedded.ts';
import { EXIT } from './exit-codes.ts';

const names = (given: string | undefined): readonly string[] =>
  given
    ?.split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '') ?? [];

/** A fault or latitude with the section it concerns and the operations it shows on. */
const listed = ({ kind, name, section, on }: Variant): string =>
  `${kind.padEnd(8)}  ${name}  (${section}: ${on.join(', ')})`;

/** Serves the embedded implementation until it is interrupted. */
export async function serve(flags: Flags): Promise<number> {
  if (flags['list']) {
    process.stdout.write([...[...faults(), ...latitudes()].map(listed), ''].join('\n'));
    return EXIT.conformant;
  }
  const credentials = {
    clientId: process.env['CLIENT_ID'] ?? 'embedded',
    ...(process.env['CLIENT_SECRET'] ? { clientSecret: process.env['CLIENT_SECRET'] } : {}),
  };
  const service = await startEmbedded(
    { faults: names(text(flags['fault'])), latitudes: names(text(flags['latitude'])), ...credentials },
    whole('port', flags['port'], 0) ?? 8080,
  );
  const file = text(flags['fixtures-out']);
  if (file) writeFileSync(file, `${JSON.stringify(service.fixtures, null, 2)}\n`);
  const secret = process.env['CLIENT_SECRET'] ? 'as set in CLIENT_SECRET' : service.clientSecret;
  process.stdout.write(
    `BASE_URL=${service.url}\nAUTH_URL=${service.authUrl}\nCLIENT_ID=${service.clientId}\nCLIENT_SECRET=${secret}\n`,
  );
  await new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await service.close();
  return EXIT.conformant;
}
