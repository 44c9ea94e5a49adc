import type { Context } from '../context.ts';
import type { Caller } from '../http/caller.ts';
import { insertDomain } from './domains.repository.ts';
import { insertUser } from './users.repository.ts';

/** All people of the demo sign in with this. */
export const DEMO_PASSWORD = 'atrium-demo';

const DAY_MS = 86_400_000;
const DOMAIN = '01980000-0000-7000-8000-00000000000';
const USER = '01980000-0000-7000-9000-00000000000';

interface DemoPerson {
  userId: string;
  domainId: string;
  parentId: string | null;
  username: string;
  firstName: string;
  lastName: string;
}

/** Named people: a customer with months of history, her colleague, and a customer who has just begun. */
export const demoPeople = {
  ada: person(1, 1, 'ada', 'Ada', 'Marin'),
  bo: { ...person(2, 1, 'bo', 'Bo', 'Lindqvist'), parentId: `${USER}1` },
  chidi: person(3, 2, 'chidi', 'Chidi', 'Okafor'),
};

function person(
  user: number,
  domain: number,
  username: string,
  firstName: string,
  lastName: string,
): DemoPerson {
  return {
    userId: `${USER}${user}`,
    domainId: `${DOMAIN}${domain}`,
    parentId: null,
    username,
    firstName,
    lastName,
  };
}

export function toCaller({ userId, domainId, parentId }: DemoPerson): Caller {
  return { userId, domainId, parentId, isAdmin: false, roles: [], sessionId: null };
}

export async function fillPeople({ db, clock, accounts }: Context): Promise<void> {
  const passwordHash = await accounts.passwords.hash(DEMO_PASSWORD);
  const createdOn = new Date(clock.now().getTime() - 120 * DAY_MS);
  await db.transaction().execute(async (transaction) => {
    for (const { userId, domainId, parentId, username, firstName, lastName } of Object.values(demoPeople)) {
      if (parentId === null)
        await insertDomain(transaction, { id: domainId, name: username, created_on: createdOn });
      await insertUser(transaction, {
        id: userId,
        domain_id: domainId,
        parent_id: parentId,
        username,
        email: `${username}@example.com`,
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
        email_confirmed_on: createdOn,
        created_on: createdOn,
      });
    }
  });
}
