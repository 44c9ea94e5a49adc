/** Largest frame that is read; more means that the other side is broken. */
const MAX_FRAME_BYTES = 96 * 1024 * 1024;
const HEAD_BYTES = 8;

/**
 * One message between the service and the sandbox: a small JSON header and a text that neither side needs to
 * parse (input, result, sources). Layout: bytes of header, bytes of text, header, text.
 */
export function encodeFrame(header: object, text = ''): Buffer {
  const head = JSON.stringify(header);
  const headBytes = Buffer.byteLength(head);
  const textBytes = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(HEAD_BYTES + headBytes + textBytes);
  frame.writeUInt32LE(headBytes, 0);
  frame.writeUInt32LE(textBytes, 4);
  frame.write(head, HEAD_BYTES);
  frame.write(text, HEAD_BYTES + headBytes);
  return frame;
}

/** Reassembles frames from whatever pieces the socket delivers. */
export class FrameReader<Header> {
  #rest: Buffer = Buffer.alloc(0);
  readonly #onFrame: (header: Header, text: string) => void;

  constructor(onFrame: (header: Header, text: string) => void) {
    this.#onFrame = onFrame;
  }

  push(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (bytes.length >= HEAD_BYTES) {
      const headEnd = HEAD_BYTES + bytes.readUInt32LE(0);
      const end = headEnd + bytes.readUInt32LE(4);
      if (end > MAX_FRAME_BYTES) throw new RangeError('frame too large');
      if (bytes.length < end) break;
      const header = JSON.parse(bytes.toString('utf8', HEAD_BYTES, headEnd)) as Header;
      const text = bytes.toString('utf8', headEnd, end);
      bytes = bytes.subarray(end);
      this.#onFrame(header, text);
    }
    this.#rest = bytes;
  }
}
