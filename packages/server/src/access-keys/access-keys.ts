import type { Accounts } from '../accounts/accounts.ts';
import { findCaller } from '../accounts/caller.ts';
import type { Tokens } from '../accounts/token.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Store } from '../database/schema.ts';
import type { Caller, VerifyBearer } from '../http/caller.ts';
import { deleteAccessKeysOf } from './access-key.repository.ts';
import { AccessKeys, type AccessKeysParts } from './access-keys.service.ts';
import { KeyCollections } from './key-collection.service.ts';
import { KeyRequests } from './key-request.service.ts';
import { createKeysOfPerson, type KeysOfPerson } from './keys-of-person.ts';
import { MachineKeys } from './machine-key.service.ts';
import { OwnKeys } from './own-key.service.ts';
import { deleteOwnKeysOf } from './own-key-deletion.repository.ts';
import { OwnKeySignIns } from './own-key-sign-in.service.ts';
import { deletePageGrantsOf } from './page-grant.repository.ts';
import { PageGrants, type PageGrantsParts } from './page-grant.service.ts';
import { createStillSignedIn, createVerifyBearer } from './verify-bearer.ts';

/** Everything about access keys: those of machines, which administrators add, and those that people make for themselves. */
export interface AccessKeyServices extends KeysOfPerson {
  accessKeys: AccessKeys;
  machineKeys: MachineKeys;
  ownKeys: OwnKeys;
  keyRequests: KeyRequests;
  pageGrants: PageGrants;
  keyCollections: KeyCollections;
  verifyBearer: VerifyBearer;
  /** Whether whoever opened a connection may still have it. */
  isStillSignedIn: (caller: Caller) => Promise<boolean>;
}

type Parts = Omit<AccessKeysParts, 'findCaller'> &
  Pick<PageGrantsParts, 'services'> & { audit: Audit; tokens: Tokens };

export function createAccessKeys({ tokens, ...parts }: Parts, accounts: Accounts): AccessKeyServices {
  const { attempts, mails, openedSessions, people, permissions } = accounts;
  const all = {
    ...parts,
    attempts,
    mails,
    openedSessions,
    people,
    findCaller: (userId: string) => findCaller({ db: parts.db, permissions }, userId),
  };
  const accessKeys = new AccessKeys(all);
  const machineKeys = new MachineKeys(all);
  const ownKeys = new OwnKeys(all);
  const pageGrants = new PageGrants(all);
  const keys = { accessKeys, ownKeySignIns: new OwnKeySignIns(all), accounts };
  return {
    accessKeys,
    machineKeys,
    ownKeys,
    pageGrants,
    keyRequests: new KeyRequests({ ...all, ownKeys }),
    keyCollections: new KeyCollections({ ...all, ownKeys }),
    verifyBearer: createVerifyBearer({ tokens, pageGrants, ...keys }),
    ...createKeysOfPerson(machineKeys),
    isStillSignedIn: createStillSignedIn(keys),
  };
}

/** Deletes the keys of everyone in a closed domain. */
export async function deleteKeysOf(db: Store, domainId: string): Promise<void> {
  await deleteAccessKeysOf(db, domainId);
  await deleteOwnKeysOf(db, domainId);
  await deletePageGrantsOf(db, domainId);
}
