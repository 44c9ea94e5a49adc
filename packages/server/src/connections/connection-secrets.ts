import type { Connection } from '@atrium/contract/connections/connections';
import { publicKeyOf } from '../providers/git/ssh/deploy-key.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import { connectionSecretColumn, nextSecretColumn, type StoredConnection } from './connection.repository.ts';

export const secretPlace = (id: string) => ({ column: connectionSecretColumn.name, row: id });
export const nextSecretPlace = (id: string) => ({ column: nextSecretColumn.name, row: id });

/** Public half with a comment, in the format of `authorized_keys`. */
export const shownPublicKey = (privateKey: string) => `${publicKeyOf(privateKey)} atrium`;

/** Public halves of a connection's deploy keys; null with another sign-in. */
export function publicKeysOf(
  { id, kind, secret, nextSecret }: StoredConnection,
  secrets: Pick<Secrets, 'unseal'>,
): Pick<Connection, 'publicKey' | 'nextPublicKey'> {
  if (kind !== 'key') return { publicKey: null, nextPublicKey: null };
  return {
    publicKey: shownPublicKey(secrets.unseal(secretPlace(id), secret)),
    nextPublicKey: nextSecret && shownPublicKey(secrets.unseal(nextSecretPlace(id), nextSecret)),
  };
}
