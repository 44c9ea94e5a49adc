import type { Person, PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { AccountsTables } from './accounts.tables.ts';
import { isUsable } from './usable-password.ts';

const own = ({ domainId, userId }: Person) => sql<boolean>`domain_id = ${domainId} and user_id = ${userId}`;

const HASH = { without: 'A hash, of no use to anyone but the platform.' };
const ANOTHER = { without: 'It names another person, or a session of theirs.' };

/** What accounts hold of a person. */
export const accountsPersonTables: PersonTables<AccountsTables> = {
  users: {
    list: 'account',
    about: 'Your names, e-mail addresses, roles and settings.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and id = ${userId}`,
    order: ['id'],
    columns: {
      id: true,
      domainId: true,
      parentId: { flag: 'isChildUser' },
      username: true,
      email: true,
      firstName: true,
      lastName: true,
      passwordHash: { flag: 'hasPassword' },
      isAdmin: true,
      roles: true,
      theme: true,
      firstSteps: true,
      emailConfirmedOn: true,
      pendingEmail: true,
      createdOn: true,
      removedOn: true,
      firstSignedInOn: true,
    },
    // One that a report has ended is of no use.
    derive: ({ passwordHash }) => ({ hasPassword: isUsable(passwordHash as string | null) }),
  },
  domains: {
    list: 'domain',
    about: 'The domain that you own, with its settings.',
    whose: ({ domainId, userId }) => sql`id = ${domainId} and exists (
      select from users where users.domain_id = ${domainId} and users.id = ${userId} and parent_id is null)`,
    order: ['id'],
    columns: {
      id: true,
      name: true,
      hostName: true,
      defaultPath: true,
      isDefault: true,
      requiresSecondFactor: true,
      lockedOn: true,
      lockedBecause: true,
      closedOn: true,
      contentEndsOn: true,
      contentDeletionBeganOn: true,
      contentDeletedOn: true,
      createdOn: true,
    },
  },
  roles: {
    list: 'roles',
    about: 'What the roles that you have in your domain permit.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and name in (
      select unnest(users.roles) from users where users.domain_id = ${domainId} and users.id = ${userId})`,
    order: ['name'],
    columns: {
      domainId: true,
      name: true,
      label: true,
      description: true,
      permissions: true,
      createdOn: true,
      changedOn: true,
    },
  },
  sessions: {
    list: 'sessions',
    about: 'When, where and with which browser you were signed in.',
    whose: own,
    order: ['id'],
    columns: {
      id: true,
      domainId: true,
      userId: true,
      impersonatorId: { flag: 'wasOpenedByAnother' },
      userAgent: true,
      address: true,
      createdOn: true,
      lastUsedOn: true,
      expiresOn: true,
      endedOn: true,
      endedBecause: true,
      openedBySessionId: ANOTHER,
      openedByKeyId: true,
      endsBy: true,
      deviceId: true,
      confirmedOn: true,
      providerSignInId: true,
      isActing: true,
    },
  },
  knownDevices: {
    list: 'devices',
    about: 'Browsers that have signed in to your account.',
    whose: own,
    order: ['id'],
    columns: {
      id: true,
      domainId: true,
      userId: true,
      tokenHash: HASH,
      userAgent: true,
      address: true,
      firstUsedOn: true,
      lastUsedOn: true,
    },
  },
  oneTimeTokens: {
    list: 'links',
    about: 'Links that were sent to you: invitations, confirmations and resets.',
    whose: ({ userId }) => sql`user_id = ${userId}`,
    order: ['createdOn', 'tokenHash'],
    columns: {
      tokenHash: HASH,
      purpose: true,
      userId: true,
      issuerId: { flag: 'wasAskedForByAnother' },
      issuerSessionId: ANOTHER,
      issuerKeyId: true,
      endsBy: true,
      sessionId: true,
      email: true,
      createdOn: true,
      expiresOn: true,
      usedOn: true,
    },
  },
  developmentMails: {
    list: 'developmentMails',
    about: 'E-mails in the mailbox that takes the place of a mail server during development.',
    whose: ({ email }) => sql`lower(to_address) = lower(${email})`,
    order: ['id'],
    columns: {
      id: true,
      toAddress: true,
      subject: true,
      text: { without: 'Its links sign in, or set a password.' },
      html: { without: 'Its links sign in, or set a password.' },
      attachments: true,
      createdOn: true,
    },
  },
  refreshTokens: 'Only hashes; when a session was used is in its own record.',
  attemptCounts:
    'Counters that limit guessing, most of them of strangers; each starts again after 15 minutes.',
  signingKeys: 'The platform’s own keys.',
};
