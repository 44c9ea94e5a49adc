import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';

/** A key that secrets are encrypted under, as the operator or the key file provides it. */
export interface SecretKey {
  /** Computed from the key, and reveals nothing about it. */
  id: string;
  /** 32 bytes in base64. */
  text: string;
  encryptionKey: Buffer;
  /** For keyed checksums of backups. */
  backupKey: Buffer;
}

/** Location of a secret: a ciphertext copied to another row or column cannot be decrypted there. */
export interface SecretPlace {
  /** `table.column`. */
  column: string;
  /** The row's primary key. */
  row: string;
}

export function readSecretKey(text: string): SecretKey {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== KEY_BYTES) throw new Error('The secret key must be 32 bytes long.');
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', bytes, '', `atrium ${purpose}`, length));
  return {
    id: derive('key id', 8).toString('hex'),
    text: bytes.toString('base64'),
    encryptionKey: derive('encryption', KEY_BYTES),
    backupKey: derive('backup checksum', KEY_BYTES),
  };
}

export function createSecretKey(): SecretKey {
  return readSecretKey(randomBytes(KEY_BYTES).toString('base64'));
}

/** Prefix of every text sealed under a key. */
export function sealedPrefix(keyId: string): string {
  return `${VERSION}.${keyId}.`;
}

/** The key that a text was sealed under; undefined if it isn't sealed. */
export function keyIdOf(sealed: string): string | undefined {
  return /^v1\.([0-9a-f]{16})\./.exec(sealed)?.[1];
}

export function seal(key: SecretKey, place: SecretPlace, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key.encryptionKey, nonce).setAAD(boundTo(key, place));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
  return sealedPrefix(key.id) + bytes.toString('base64url');
}

/** Throws if the text was changed, was sealed for another place, or under another key. */
export function unseal(key: SecretKey, place: SecretPlace, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(sealedPrefix(key.id).length), 'base64url');
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key.encryptionKey, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(key, place));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
}

function boundTo({ id }: SecretKey, { column, row }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([VERSION, id, column, row]));
}
