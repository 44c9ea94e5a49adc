import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';

export const KEY_TYPE = 'ssh-ed25519';

/** Makes the private half of a deploy key, as PEM. */
export function generateDeployKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The public half as git hosts take it. */
export function publicKeyOf(privateKey: string): string {
  return `${KEY_TYPE} ${publicBlobOf(createPrivateKey(privateKey)).toString('base64')}`;
}

/** The public half in the encoding of the protocol. */
export function publicBlobOf(privateKey: KeyObject): Buffer {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.concat([sshString(KEY_TYPE), sshString(Buffer.from(x, 'base64url'))]);
}

/** Length and bytes, as the protocol has strings. */
export function sshString(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Fingerprint of a public key, as `ssh-keygen -l` prints it. */
export function fingerprintOf(publicKey: string): string {
  const blob = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64');
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}
