import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/*
 * ProxyCommand of ssh: connects standard input and output with the git host through the guarded proxy, which alone resolves and
 * checks the host. Its argument is a file that only this user can read, because the address of the proxy holds its key.
 */

const { proxyUrl, target } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as TunnelEnds;
const proxy = new URL(proxyUrl);
const key = Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64');
/** Both ends of the tunnel, as the file has them. */
export interface TunnelEnds {
  proxyUrl: string;
  target: string;
}

const ANSWERED = 'HTTP/1.1 200 ';
const HEAD_END = '\r\n\r\n';

const socket = connect({ host: proxy.hostname, port: Number(proxy.port) });
const end = () => process.exit(1);
socket.on('error', end);
process.stdout.on('error', end);
socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\nproxy-authorization: Basic ${key}\r\n\r\n`);
let head = Buffer.alloc(0);
socket.on('data', readHead);
socket.once('close', () => process.exit(0));

function readHead(chunk: Buffer): void {
  head = Buffer.concat([head, chunk]);
  const ended = head.indexOf(HEAD_END);
  if (ended === -1) return;
  socket.off('data', readHead);
  if (!head.subarray(0, ended).toString('latin1').startsWith(ANSWERED)) return end();
  process.stdout.write(head.subarray(ended + HEAD_END.length));
  socket.pipe(process.stdout);
  process.stdin.pipe(socket);
}
