// The way of a call without all that is done on it: node:http that has each body echoed by another process, over a
// local socket. With the path of a socket as its argument it is that other process.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const HEAD_BYTES = 8;
const [socketPath] = process.argv.slice(2);

if (socketPath) echo(connect(socketPath));
else serve();

/** Until the other side is gone. */
function echo(socket) {
  onFrame(socket, (id, body) => socket.write(frame(id, body)));
}

function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'bare-chain-'));
  const path = join(folder, 'socket');
  const waiting = new Map();
  let lastId = 0;
  createSocketServer((socket) => {
    onFrame(socket, (id, body) => {
      waiting.get(id).writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
      waiting.delete(id);
    });
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        lastId += 1;
        waiting.set(lastId, response);
        socket.write(frame(lastId, text));
      });
    });
    server.listen(0, '127.0.0.1', () => console.log(server.address().port));
  }).listen(path, () => {
    spawn(process.execPath, [import.meta.filename, path], { stdio: 'inherit' });
    process.on('SIGTERM', () => {
      rmSync(folder, { recursive: true });
      process.exit(0);
    });
  });
}

function frame(id, text) {
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + Buffer.byteLength(text));
  bytes.writeUInt32LE(id, 0);
  bytes.writeUInt32LE(bytes.length - HEAD_BYTES, 4);
  bytes.write(text, HEAD_BYTES);
  return bytes;
}

function onFrame(socket, receive) {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEAD_BYTES && rest.length >= HEAD_BYTES + rest.readUInt32LE(4)) {
      const end = HEAD_BYTES + rest.readUInt32LE(4);
      receive(rest.readUInt32LE(0), rest.toString('utf8', HEAD_BYTES, end));
      rest = rest.subarray(end);
    }
  });
}
