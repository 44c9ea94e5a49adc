import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { AccountsTables } from '../accounts.tables.ts';
import { isUsable } from '../sign-in/usable-password.ts';

const HASH = 'A hash, of no use to anyone but the platform.';
const ANOTHER = 'It names another person, or a session of theirs.';

/** Personal data in accounts. */
export const accountsPersonTables: PersonTables<AccountsTables> = {
  users: {
    list: 'account',
    about: 'Your names, e-mail addresses, roles and settings.',
    whose: ownedBy('id'),
    order: ['id'],
    except: { parentId: { flag: 'isChildUser' }, passwordHash: { flag: 'hasPassword' } },
    // A password that a report has disabled is unusable.
    derive: ({ passwordHash }) => ({ hasPassword: isUsable(passwordHash as string | null) }),
  },
  domains: {
    list: 'domain',
    about: 'The domain that you own, with its settings.',
    whose: ({ domainId, userId }) => sql`id = ${domainId} and exists (
      select from users where users.domain_id = ${domainId} and users.id = ${userId} and parent_id is null)`,
    order: ['id'],
  },
  functionHosts: {
    list: 'functionHosts',
    about: 'Host names at which functions of the domain that you own are called.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and exists (
      select from users where users.domain_id = ${domainId} and users.id = ${userId} and parent_id is null)`,
    order: ['hostName'],
  },
  roles: {
    list: 'roles',
    about: 'What the roles that you have in your domain permit.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and name in (
      select unnest(users.roles) from users where users.domain_id = ${domainId} and users.id = ${userId})`,
    order: ['name'],
  },
  sessions: {
    list: 'sessions',
    about: 'When, where and with which browser you were signed in.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { impersonatorId: { flag: 'wasOpenedByAnother' }, openedBySessionId: ANOTHER },
  },
  knownDevices: {
    list: 'devices',
    about: 'Browsers that have signed in to your account.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { tokenHash: HASH },
  },
  oneTimeTokens: {
    list: 'links',
    about: 'Links that were sent to you: invitations, confirmations and resets.',
    whose: ({ userId }) => sql`user_id = ${userId}`,
    order: ['createdOn', 'tokenHash'],
    except: {
      tokenHash: HASH,
      issuerId: { flag: 'wasAskedForByAnother' },
      issuerSessionId: ANOTHER,
    },
  },
  refreshTokens: 'Only hashes; when a session was used is in its own record.',
  attemptCounts:
    'Counters that limit guessing, most of them of strangers; each starts again after 15 minutes.',
  signingKeys: 'The platform’s own keys.',
};
