/** `npm run unused`. What ends in `!` is what users get; the rest is used in development. */
export default {
  entry: [
    // Entry points of the package, as scripts/build/entry-points.mjs names them. The judge is a worker, started by its address.
    'src/cli/main.ts!',
    'src/library/{index,vitest}.ts!',
    'src/run/traffic/proxy-judge.ts!',
    'scripts/**/*.mjs!',
    'bench/*.mjs!',
    'tests/independent/*.js',
    'examples/**/*.{js,ts}',
  ],
  project: [
    '{src,suites,generators,reporters,schemas}/**/*.ts!',
    '{scripts,bench}/**/*.mjs!',
    '{tests,examples}/**/*.{ts,js}',
  ],
  // Scripts import what the build makes of a source.
  compilers: {
    mjs: (text) => text.replaceAll(/(['"])((?:\.\.\/)+)dist\/([^'"$]+)\.js\1/g, '$1$2$3.ts$1'),
  },
  // Run by name, in .ci/run and by tests.
  ignoreDependencies: ['@arethetypeswrong/cli', '@redocly/cli', 'publint'],
  // Of the system: script(1), openssl and shells.
  ignoreBinaries: ['script', 'openssl', 'fish', 'mkfifo'],
};
