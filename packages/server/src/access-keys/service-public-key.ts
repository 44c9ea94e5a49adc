import type { Store } from '../database/schema.ts';
import { deleteAccessKeysOfService, insertAccessKey } from './access-key.repository.ts';
import { readNewPublicKey } from './key-text.ts';

interface ServicePublicKey {
  id: string;
  serviceId: string;
  key: string;
  now: Date;
}

/** Stores a public key that a service signs in with. Throws ValidationError if it is none. */
export async function storeServicePublicKey(
  db: Store,
  { id, serviceId, key, now }: ServicePublicKey,
): Promise<void> {
  const { type, fingerprint } = readNewPublicKey(key);
  const owner = { domainId: null, userId: null, serviceId };
  await insertAccessKey(db, { id, key, type, fingerprint, ...owner, createdAt: now, expiresAt: null });
}

/** A service that is removed signs in no more: what it reported would still be billed. */
export async function deleteServicePublicKeys(transaction: Store, serviceId: string): Promise<void> {
  await deleteAccessKeysOfService(transaction, serviceId);
}
