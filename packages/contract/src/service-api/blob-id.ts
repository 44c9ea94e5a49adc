/*
 * SHA-1 by hand: WebCrypto offers it only as a promise per call, and lists of thousands of small files
 * are compared in one pass, in the browser too. It names contents as git does and protects nothing.
 */

const utf8 = new TextEncoder();
const schedule = new Int32Array(80);

/** Git blob id: SHA-1 of `blob <bytes>\0` and the bytes. A string counts as its UTF-8 bytes. */
export function blobId(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? utf8.encode(content) : content;
  const header = utf8.encode(`blob ${bytes.length}\0`);
  const length = header.length + bytes.length;
  const padded = new Uint8Array((((length + 8) >> 6) + 1) << 6);
  padded.set(header);
  padded.set(bytes, header.length);
  padded[length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 0x20000000));
  view.setUint32(padded.length - 4, length << 3);
  return sha1(view);
}

function sha1(view: DataView): string {
  let [h0, h1, h2, h3, h4] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476, 0xc3d2e1f0 | 0];
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    for (let i = 0; i < 16; i++) schedule[i] = view.getInt32(offset + i * 4);
    for (let i = 16; i < 80; i++) {
      schedule[i] = rotate(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1);
    }
    let [a, b, c, d, e] = [h0, h1, h2, h3, h4];
    for (let i = 0; i < 80; i++) {
      const next = (rotate(a, 5) + round(i, b, c, d) + e + word(i)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, next];
    }
    h0 = (h0 + a) | 0;
    h1 = (h1 + b) | 0;
    h2 = (h2 + c) | 0;
    h3 = (h3 + d) | 0;
    h4 = (h4 + e) | 0;
  }
  return [h0, h1, h2, h3, h4].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}

const word = (i: number) => schedule[i] ?? 0;
const rotate = (value: number, bits: number) => (value << bits) | (value >>> (32 - bits));

/** Function and constant of one of the eighty rounds. */
function round(i: number, b: number, c: number, d: number): number {
  if (i < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (i < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (i < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}
