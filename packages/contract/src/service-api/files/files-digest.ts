import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';

const utf8 = new TextEncoder();

/** Identifies a set of files by their content, see `filesDigest`. */
export const FilesDigest = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * Returns the SHA-256 of the lines `<path>\0<checksum>\n` of all files, sorted by their bytes in UTF-8. Equal
 * files have equal digests, independent of order, version and service process.
 */
export function filesDigest(checksums: Iterable<readonly [path: string, checksum: string]>): string {
  const lines = [...checksums].map(([path, checksum]) => utf8.encode(`${path}\0${checksum}\n`));
  const hash = sha256.create();
  for (const line of lines.sort(compareBytes)) hash.update(line);
  return bytesToHex(hash.digest());
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
