import { PERMISSIONS } from '@atrium/contract/permissions';
import { StartError } from '@atrium/host/start-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import type { Accounts } from '../accounts.ts';
import { hasCustomerDomain, insertDomain } from '../domains/domain.repository.ts';
import { DAY_MS, DEMO_PASSWORD, type DemoPerson, demoPeople } from './demo-people.ts';
import { findUser, insertUser } from './user.repository.ts';

export function toCaller({ userId, domainId, parentId, roles }: DemoPerson): Caller {
  return { userId, domainId, parentId, isAdmin: false, roles, permissions: PERMISSIONS, sessionId: null };
}

/** Parts used to create and find the people. */
export interface PeopleSeedParts {
  db: Kysely<Database>;
  clock: Clock;
  accounts: Pick<Accounts, 'passwords'>;
}

export async function fillPeople({ db, clock, accounts }: PeopleSeedParts): Promise<void> {
  // Their password is known to everyone, and their invoices cannot be deleted.
  if (await hasCustomerDomain(db)) {
    throw new StartError(
      'The demo is only filled into an installation without customers, and this one has some; start it without, or choose another place with ATRIUM_DATA or DATABASE_URL.',
    );
  }
  const passwordHash = await accounts.passwords.hash(DEMO_PASSWORD);
  const createdOn = new Date(clock.now().getTime() - 120 * DAY_MS);
  await db.transaction().execute(async (transaction) => {
    for (const { userId, domainId, parentId, roles, username, firstName, lastName } of Object.values(
      demoPeople,
    )) {
      if (parentId === null) await insertDomain(transaction, { id: domainId, name: username, createdOn });
      await insertUser(transaction, {
        id: userId,
        domainId,
        parentId,
        roles,
        username,
        email: `${username}@example.com`,
        firstName,
        lastName,
        passwordHash,
        emailConfirmedOn: createdOn,
        createdOn,
      });
    }
  });
}

/** Returns names of people who can still sign in with the well-known password. */
export async function listOpenPeople({
  db,
  accounts,
}: Pick<PeopleSeedParts, 'db' | 'accounts'>): Promise<string[]> {
  const open: string[] = [];
  for (const { userId } of Object.values(demoPeople)) {
    const user = await findUser(db, userId);
    if (user === undefined || user.isLocked) continue;
    if (await accounts.passwords.matches(user.passwordHash, DEMO_PASSWORD)) open.push(user.username);
  }
  return open;
}
