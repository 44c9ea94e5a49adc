/** Git's unit of similarity: this much is everything. */
export const WHOLE_SCORE = 60_000;
/** Pieces end at a newline, and after so many bytes at the latest. */
const PIECE_BYTES = 64;
/** Git counts pieces by a hash below this number; with another, other texts would be similar. */
const HASHES = 107_927;
/** A zero among so many first bytes makes a content binary. */
const LOOKED_AT_BYTES = 8000;
const [NEWLINE, RETURN] = [0x0a, 0x0d];

const utf8 = new TextEncoder();

/** A content as git measures it: its size, and how many bytes of it are in pieces with the same hash. */
export interface Fingerprint {
  readonly sizeBytes: number;
  readonly pieces: ReadonlyMap<number, number>;
}

export function fingerprintOf(content: string): Fingerprint {
  const bytes = utf8.encode(content);
  const isText = !bytes.subarray(0, LOOKED_AT_BYTES).includes(0);
  const pieces = new Map<number, number>();
  let [high, low, length] = [0, 0, 0];
  const endPiece = () => {
    const hash = ((high + Math.imul(low, 0x61)) >>> 0) % HASHES;
    pieces.set(hash, (pieces.get(hash) ?? 0) + length);
    [high, low, length] = [0, 0, 0];
  };
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (isText && byte === RETURN && bytes[index + 1] === NEWLINE) continue;
    const before = high;
    high = (((high << 7) ^ (low >>> 25)) + byte) | 0;
    low = (low << 7) ^ (before >>> 25);
    if (++length === PIECE_BYTES || byte === NEWLINE) endPiece();
  }
  // A last line without a newline counts since git 2.44; before, it was left out.
  if (length > 0) endPiece();
  return { sizeBytes: bytes.length, pieces };
}

/** Git's score of two contents that have so many bytes in common; 0 when their sizes alone rule `least` out. */
export function scoreOf(a: Fingerprint, b: Fingerprint, copiedBytes: number, least: number): number {
  const longer = Math.max(a.sizeBytes, b.sizeBytes);
  const difference = Math.abs(a.sizeBytes - b.sizeBytes);
  if (longer === 0 || longer * (WHOLE_SCORE - least) < difference * WHOLE_SCORE) return 0;
  return Math.trunc((copiedBytes * WHOLE_SCORE) / longer);
}

/** Number of bytes of one content that occur anywhere in the other. */
export function copiedBytes(a: Fingerprint, b: Fingerprint): number {
  let copied = 0;
  for (const [hash, bytes] of a.pieces) copied += Math.min(bytes, b.pieces.get(hash) ?? 0);
  return copied;
}

/** Similarity of two texts, from 0 to 1, as git measures it to find renames. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const [one, other] = [fingerprintOf(a), fingerprintOf(b)];
  return scoreOf(one, other, copiedBytes(one, other), 0) / WHOLE_SCORE;
}
