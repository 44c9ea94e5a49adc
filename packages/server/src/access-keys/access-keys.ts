import type { Accounts } from '../accounts/accounts.ts';
import type { SignInReportsParts } from '../accounts/devices/sign-in-report.service.ts';
import type { AdministratorRights } from '../accounts/people/administrator-right.service.ts';
import { findCaller } from '../accounts/people/caller.ts';
import type { Tokens } from '../accounts/sessions/token.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Store } from '../database/schema.ts';
import type { Caller, VerifyBearer } from '../http/caller.ts';
import type { Mails } from '../mail/mail.service.ts';
import { deleteAccessKeysOf } from './access-key.repository.ts';
import { AccessKeys, type AccessKeysParts } from './access-keys.service.ts';
import { DomainKeys } from './domain-key.service.ts';
import { KeyCollections } from './key-collection.service.ts';
import { KeyRequests } from './key-request.service.ts';
import { MachineKeys } from './machine-key.service.ts';
import { OwnKeys } from './own-key.service.ts';
import { deleteOwnKeysOf, deleteOwnKeysSince } from './own-key-deletion.repository.ts';
import { OwnKeyMails } from './own-key-mail.service.ts';
import { OwnKeySignIns } from './own-key-sign-in.service.ts';
import { deletePageGrantsOf } from './page-grant.repository.ts';
import { PageGrants, type PageGrantsParts } from './page-grant.service.ts';
import { createStillSignedIn, createVerifyBearer } from './verify-bearer.ts';

/** Access keys of machines, which administrators add, and API keys that people make for themselves. */
export interface AccessKeyServices extends KeysOfPerson {
  accessKeys: AccessKeys;
  machineKeys: MachineKeys;
  ownKeys: OwnKeys;
  domainKeys: DomainKeys;
  keyRequests: KeyRequests;
  pageGrants: PageGrants;
  keyCollections: KeyCollections;
  keyMails: OwnKeyMails;
  verifyBearer: VerifyBearer;
  /** Whether the opener of a connection may still keep it. */
  isStillSignedIn: (caller: Caller) => Promise<boolean>;
}

type Parts = Omit<AccessKeysParts, 'findCaller'> &
  Pick<PageGrantsParts, 'services'> & { audit: Audit; tokens: Tokens; mail: Mails };

export function createAccessKeys({ tokens, mail, ...parts }: Parts, accounts: Accounts): AccessKeyServices {
  const { attempts, children, openedSessions, people, permissions } = accounts;
  const keyMails = new OwnKeyMails({ mail, people });
  const all = {
    ...parts,
    attempts,
    children,
    keyMails,
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
    domainKeys: new DomainKeys(all),
    pageGrants,
    keyMails,
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

/** The keys of one person, of both kinds. */
interface KeysOfPerson {
  /** Deletes those that a person has got, or given to machines, since a time; returns their names. */
  deleteKeysSince: SignInReportsParts['deleteKeysSince'];
  /** Deletes those that sign in as a person. */
  deleteKeysOfPerson: Parameters<AdministratorRights['revoke']>[1];
}

function createKeysOfPerson(machineKeys: MachineKeys): KeysOfPerson {
  return {
    async deleteKeysSince(transaction, user, since) {
      const own = await deleteOwnKeysSince(transaction, user, since);
      return [...own, ...(await machineKeys.deleteSetSince(transaction, user, since))];
    },
    async deleteKeysOfPerson(transaction, user) {
      const own = await deleteOwnKeysSince(transaction, user, new Date(0));
      const { deleted, left } = await machineKeys.deleteOfPerson(transaction, user);
      return { deleted: [...own, ...deleted], left };
    },
  };
}
