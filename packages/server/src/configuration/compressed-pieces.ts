import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * A long list in pieces that are compressed one by one, so that neither writing nor reading ever holds more of it than
 * one piece. Each is preceded by its length.
 */
export type CompressedPieces = Buffer<ArrayBuffer>;

const LENGTH_BYTES = 4;

export function toPieces(values: Iterable<unknown>): CompressedPieces {
  const parts: Buffer[] = [];
  for (const value of values) {
    const piece = zstdCompressSync(JSON.stringify(value), {
      params: { [constants.ZSTD_c_compressionLevel]: 1 },
    });
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(piece.length);
    parts.push(length, piece);
  }
  return Buffer.concat(parts);
}

/** Can be read again and again, each time from the beginning. */
export function piecesOf<Value>(bytes: Buffer): Iterable<Value> {
  return { [Symbol.iterator]: () => readPieces<Value>(bytes) };
}

function* readPieces<Value>(bytes: Buffer): Generator<Value> {
  for (let start = 0; start < bytes.length; ) {
    const length = bytes.readUInt32LE(start);
    const end = start + LENGTH_BYTES + length;
    yield readPiece<Value>(bytes.subarray(start + LENGTH_BYTES, end));
    start = end;
  }
}

function readPiece<Value>(bytes: Buffer): Value {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as Value;
}

/** Some of a long list at a time. */
export function* slicesOf<Each>(all: Iterable<Each>, size: number): Generator<Each[]> {
  let slice: Each[] = [];
  for (const each of all) {
    if (slice.push(each) < size) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
