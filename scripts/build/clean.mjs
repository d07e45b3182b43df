// Removes the last build, so that files whose source was deleted are not shipped.
import { rmSync } from 'node:fs';

rmSync(new URL('../../dist', import.meta.url), { recursive: true, force: true });
