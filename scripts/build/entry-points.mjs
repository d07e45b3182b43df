// Bundles the entry points of the package into dist/bundled, from the compiled code: Node starts a few files sooner than
// hundreds. Dependencies stay outside. Part of `npm run build`.
import { chmodSync } from 'node:fs';
import { build } from 'esbuild';
import { inside, REQUIRE } from './inline-files.mjs';

const { plugin, check } = inside();
const { metafile } = await build({
  entryPoints: {
    main: 'dist/src/cli/main.js',
    library: 'dist/src/library/index.js',
    vitest: 'dist/src/library/vitest.js',
    'proxy-judge': 'dist/src/run/traffic/proxy-judge.js',
  },
  outdir: 'dist/bundled',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  minifyWhitespace: true,
  banner: { js: REQUIRE },
  plugins: [plugin],
  metafile: true,
  logLevel: 'warning',
});
// The file of the judging thread is an entry point, too, and all files are in one folder.
check(metafile, ['dist/src/run/traffic/proxy-channel.js']);
chmodSync('dist/bundled/main.js', 0o755);
