import { onDuplicate } from '@atrium/host/database/errors';
import type { Store } from '../database/schema.ts';
import { deleteAccessKeysOfService, insertAccessKey } from './access-key.repository.ts';
import { readNewPublicKey } from './key-text.ts';

interface ServicePublicKey {
  id: string;
  serviceId: string;
  key: string;
  now: Date;
}

/** Stores a public key that a service signs in with, and returns its fingerprint. Throws ValidationError if it is none. */
export async function storeServicePublicKey(
  db: Store,
  { id, serviceId, key, now }: ServicePublicKey,
): Promise<{ fingerprint: string }> {
  const { type, fingerprint } = readNewPublicKey(key);
  const owner = { domainId: null, userId: null, serviceId };
  await insertAccessKey(db, { id, key, type, fingerprint, ...owner, createdAt: now, expiresAt: null });
  return { fingerprint };
}

/** Stores the public key that a service which is not shipped signs in with from now on; the one that it had is refused. */
export async function exchangeServicePublicKey(
  transaction: Store,
  serviceId: string,
  key: string,
  now: Date,
): Promise<{ fingerprint: string }> {
  const id = `service-${serviceId}`;
  await deleteServicePublicKeys(transaction, serviceId);
  return storeServicePublicKey(transaction, { id, serviceId, key, now }).catch((error: unknown) =>
    onDuplicate(error, { accessKeysPkey: `An access key "${id}" already exists.` }),
  );
}

/** A removed service must not sign in any more: its usage reports would still be billed. */
export async function deleteServicePublicKeys(transaction: Store, serviceId: string): Promise<void> {
  await deleteAccessKeysOfService(transaction, serviceId);
}
