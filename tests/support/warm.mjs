/**
 * Runs one command after another, each as if in a process of its own: with its arguments, its environment and its
 * folder. The modules of the command are loaded once, and V8 has compiled them since. A command that holds what an
 * earlier one left (a listener, a global) fails here, as it would for a user of the library.
 */
const main = process.argv[2];
let commands = 0;
let text = '';

for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk, encoding, done) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const after = typeof encoding === 'function' ? encoding : done;
    if (after) process.nextTick(after);
    return true;
  };

process.on('message', async ({ args, env, folder }) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(folder);
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  text = '';
  commands += 1;
  // Another query makes another module of the program: only this file is evaluated again.
  await import(`${main}?${commands}`);
  for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  process.send({ code: process.exitCode ?? 0, text });
});
process.on('disconnect', () => process.exit());
