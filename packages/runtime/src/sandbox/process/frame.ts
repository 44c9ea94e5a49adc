/** Largest frame that is read; more means that the other side is broken. */
export const MAX_FRAME_BYTES = 96 * 1024 * 1024;
const HEAD_BYTES = 8;

/**
 * A message between the service and the sandbox: a small JSON header and a text that neither side needs to
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

/** Reassembles frames from arbitrary chunks of the socket. */
export class FrameReader<Header> {
  #pieces: Buffer[] = [];
  #length = 0;
  #wantedLength = HEAD_BYTES;
  readonly #onFrame: (header: Header, text: string) => void;

  constructor(onFrame: (header: Header, text: string) => void) {
    this.#onFrame = onFrame;
  }

  push(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#length += chunk.length;
    // Joined once the frame is complete: a copy for each piece takes seconds for a frame of many megabytes.
    if (this.#length < this.#wantedLength) return;
    let bytes = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces);
    while (bytes.length >= HEAD_BYTES) {
      const headEnd = HEAD_BYTES + bytes.readUInt32LE(0);
      const end = headEnd + bytes.readUInt32LE(4);
      if (end > MAX_FRAME_BYTES) throw new RangeError('frame too large');
      this.#wantedLength = end;
      if (bytes.length < end) break;
      const header = JSON.parse(bytes.toString('utf8', HEAD_BYTES, headEnd)) as Header;
      const text = bytes.toString('utf8', headEnd, end);
      bytes = bytes.subarray(end);
      this.#wantedLength = HEAD_BYTES;
      this.#onFrame(header, text);
    }
    this.#pieces = bytes.length === 0 ? [] : [bytes];
    this.#length = bytes.length;
  }
}
