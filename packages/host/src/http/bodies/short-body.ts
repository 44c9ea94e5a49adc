import type { Readable } from 'node:stream';

const MAX_SHORT_BYTES = 64 * 1024;

/** Whether a body is read to its end and passed on in one piece: to pass a stream on costs several times as much. */
export function isShort(headers: Readonly<Record<string, unknown>>): boolean {
  return Number(headers['content-length']) <= MAX_SHORT_BYTES;
}

/** Reads a short stream to its end. */
export function gather(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    stream.on('error', reject);
  });
}
