/**
 * Returns the address of a server that listens on a port of this machine.
 * @param {import('node:net').Server} server
 */
export function addressOf(server) {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}
