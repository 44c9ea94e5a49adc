import type { OwnKey } from '@atrium/contract/access-keys/own-key-fields';
import type { Caller } from '../http/caller.ts';
import type { OwnKeyRow } from './own-key.repository.ts';

/** What its person sees of a key: all but what it is recognized by. */
export function toOwnKey(
  { tokenHash: _, publicKey: __, userId: ___, domainId: ____, ...row }: OwnKeyRow,
  { accessKey }: Caller,
): OwnKey {
  return {
    ...row,
    createdOn: row.createdOn.toISOString(),
    expiresOn: row.expiresOn?.toISOString() ?? null,
    lastUsedOn: row.lastUsedOn?.toISOString() ?? null,
    isCurrent: accessKey?.isOwn === true && accessKey.id === row.id,
  };
}
