import { createPrivateKey, sign } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { KEY_TYPE, publicBlobOf, sshString } from './deploy-key.ts';

/** Message types of draft-ietf-sshm-ssh-agent. */
const [FAILURE, REQUEST_IDENTITIES, IDENTITIES, SIGN_REQUEST, SIGNATURE] = [5, 11, 12, 13, 14];
const HEAD_BYTES = 4;
const MAX_MESSAGE_BYTES = 256 * 1024;

/** Signs with one key for the ssh of one git process, so that the private half is in no file. */
export async function openSshAgent(privateKey: string, socketPath: string): Promise<AsyncDisposable> {
  const key = createPrivateKey(privateKey);
  const blob = publicBlobOf(key);
  const sockets = new Set<Socket>();

  function answer(message: Buffer): Buffer {
    const [kind] = message;
    if (kind === REQUEST_IDENTITIES)
      return Buffer.concat([Buffer.from([IDENTITIES, 0, 0, 0, 1]), sshString(blob), sshString('atrium')]);
    if (kind !== SIGN_REQUEST) return Buffer.from([FAILURE]);
    const asked = readString(message, 1);
    const data = readString(message, 1 + HEAD_BYTES + asked.length);
    if (!asked.equals(blob)) return Buffer.from([FAILURE]);
    const signature = Buffer.concat([sshString(KEY_TYPE), sshString(sign(null, data, key))]);
    return Buffer.concat([Buffer.from([SIGNATURE]), sshString(signature)]);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= HEAD_BYTES) {
        const length = received.readUInt32BE();
        if (length === 0 || length > MAX_MESSAGE_BYTES) return void socket.destroy();
        if (received.length < HEAD_BYTES + length) return;
        socket.write(sshString(answer(received.subarray(HEAD_BYTES, HEAD_BYTES + length))));
        received = received.subarray(HEAD_BYTES + length);
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  });
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Empty where the message ends too early. */
function readString(message: Buffer, offset: number): Buffer {
  if (message.length < offset + HEAD_BYTES) return Buffer.alloc(0);
  return message.subarray(offset + HEAD_BYTES, offset + HEAD_BYTES + message.readUInt32BE(offset));
}
