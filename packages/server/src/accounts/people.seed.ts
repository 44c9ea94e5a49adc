import { PERMISSIONS } from '@atrium/contract/permissions';
import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Accounts } from './accounts.ts';
import { DAY_MS, DEMO_PASSWORD, type DemoPerson, demoPeople } from './demo-people.ts';
import { insertDomain } from './domain.repository.ts';
import { insertUser } from './user.repository.ts';

export function toCaller({ userId, domainId, parentId, roles }: DemoPerson): Caller {
  return { userId, domainId, parentId, isAdmin: false, roles, permissions: PERMISSIONS, sessionId: null };
}

/** What the people are made with. */
export interface PeopleSeedParts {
  db: Kysely<Database>;
  clock: Clock;
  accounts: Pick<Accounts, 'passwords'>;
}

export async function fillPeople({ db, clock, accounts }: PeopleSeedParts): Promise<void> {
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
