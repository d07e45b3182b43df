import dns from 'node:dns';
import net from 'node:net';

/** Loaded before the command: a request that would leave the machine ends it. */
const refuse = () => {
  process.stderr.write('the network was used\n');
  process.exit(99);
};
net.Socket.prototype.connect = refuse;
dns.lookup = refuse;
