import { describe, expect, it } from 'vitest';
import { listenAddress } from '../../../src/cli/proxy.ts';

describe('proxy --listen', () => {
  it.each([
    ['127.0.0.1:8081', { host: '127.0.0.1', port: 8081 }],
    ['[::1]:8081', { host: '::1', port: 8081 }],
    [':8081', { host: '127.0.0.1', port: 8081 }],
    ['8081', { host: '127.0.0.1', port: 8081 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
  ])('reads %s', (given, address) => {
    expect(listenAddress(given)).toEqual(address);
  });

  it.each(['', 'localhost', '127.0.0.1', '70000', '::1:8081', '8081:'])('refuses %j and says what to give', (given) => {
    expect(() => listenAddress(given)).toThrow(
      `--listen must be a port, or an address and a port such as 127.0.0.1:8081, not "${given}"`,
    );
  });
});
