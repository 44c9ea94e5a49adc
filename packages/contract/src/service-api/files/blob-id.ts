import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const utf8 = new TextEncoder();

/**
 * Git blob id: SHA-1 of `blob <bytes>\0` and the bytes. A string counts as its UTF-8 bytes. Lists of thousands of small
 * files are compared in one pass, in the browser too, where WebCrypto would make a promise of each.
 */
export function blobId(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? utf8.encode(content) : content;
  const header = utf8.encode(`blob ${bytes.length}\0`);
  return bytesToHex(sha1.create().update(header).update(bytes).digest());
}
