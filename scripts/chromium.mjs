import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium that CHROMIUM names, or that of the system; undefined if there is none. */
export const chromiumPath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
