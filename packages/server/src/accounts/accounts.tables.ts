import type { Hashed, Sealed, Time } from '@atrium/host/database/columns';
import type { Generated } from 'kysely';

export interface AccountsTables {
  domains: {
    id: string;
    name: string;
    hostName: string | null;
    defaultPath: Generated<string>;
    isDefault: Generated<boolean>;
    /** In addresses of functions. */
    addressName: Generated<string>;
    requiresSecondFactor: Generated<boolean>;
    lockedOn: Time | null;
    lockedBecause: string | null;
    /** By its owner. */
    closedOn: Time | null;
    /** When its content goes, since when it is being deleted, and when all of it was gone. */
    contentEndsOn: Time | null;
    contentDeletionBeganOn: Time | null;
    contentDeletedOn: Time | null;
    createdOn: Time;
  };
  functionHosts: {
    /** In small letters. */
    hostName: string;
    domainId: string;
    createdOn: Time;
  };
  users: {
    id: string;
    domainId: string;
    parentId: string | null;
    username: string;
    email: string;
    firstName: string;
    lastName: string;
    passwordHash: Hashed<string> | null;
    isAdmin: Generated<boolean>;
    roles: Generated<string[]>;
    theme: Generated<'light' | 'dark' | 'system'>;
    firstSteps: Generated<'open' | 'hidden' | 'done'>;
    /** When a link in a mail to it was opened. */
    emailConfirmedOn: Time | null;
    /** The identity provider of the domain states the address: it counts in the domain only. */
    emailStated: Generated<boolean>;
    pendingEmail: string | null;
    createdOn: Time;
    removedOn: Time | null;
    firstSignedInOn: Time | null;
    /** By whom they belong to, for the last time. */
    invitedOn: Time | null;
  };
  roles: {
    domainId: string;
    name: string;
    label: string;
    description: string;
    permissions: string[];
    createdOn: Time;
    changedOn: Time;
  };
  sessions: {
    id: string;
    domainId: string;
    userId: string;
    impersonatorId: string | null;
    userAgent: string;
    address: string;
    createdOn: Time;
    lastUsedOn: Time;
    expiresOn: Time;
    endedOn: Time | null;
    endedBecause: string | null;
    openedBySessionId: string | null;
    openedByKeyId: string | null;
    endsBy: Time | null;
    deviceId: string | null;
    confirmedOn: Time | null;
    providerSignInId: string | null;
    isActing: Generated<boolean>;
  };
  knownDevices: {
    id: string;
    domainId: string;
    userId: string;
    tokenHash: Hashed;
    /** User agent of the last sign-in. */
    userAgent: Generated<string>;
    address: Generated<string>;
    firstUsedOn: Time;
    lastUsedOn: Time;
  };
  refreshTokens: {
    tokenHash: Hashed;
    sessionId: string;
    createdOn: Time;
    expiresOn: Time;
    usedOn: Time | null;
    givenFor: Hashed | null;
  };
  oneTimeTokens: {
    tokenHash: Hashed;
    purpose: TokenPurpose;
    userId: string;
    issuerId: string | null;
    issuerSessionId: string | null;
    issuerKeyId: string | null;
    endsBy: Time | null;
    sessionId: string | null;
    email: string | null;
    createdOn: Time;
    expiresOn: Time;
    usedOn: Time | null;
  };
  attemptCounts: {
    subject: string;
    attempts: number;
    windowStartedOn: Time;
  };
  signingKeys: {
    id: string;
    /** A JWK. */
    privateKey: Sealed;
    createdOn: Time;
    signsFrom: Time;
  };
}

/** Purposes of links in mails, and of tokens made for single sign-on. */
export const ALL_PURPOSES = [
  'confirm',
  'reset',
  'invite',
  'change-email',
  'custom-login',
  'report-sign-in',
] as const;

export type TokenPurpose = (typeof ALL_PURPOSES)[number];
