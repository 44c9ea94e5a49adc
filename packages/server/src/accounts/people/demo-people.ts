/** All users of the demo sign in with this. */
export const DEMO_PASSWORD = 'atrium-demo';

export const DAY_MS = 86_400_000;

const DOMAIN = '01980000-0000-7000-8000-00000000000';

const USER = '01980000-0000-7000-9000-00000000000';

export interface DemoPerson {
  userId: string;
  domainId: string;
  parentId: string | null;
  roles: string[];
  username: string;
  firstName: string;
  lastName: string;
}

/** Named people: a customer with months of history, her colleague, and a new customer. */
export const demoPeople = {
  ada: person(1, 1, 'ada', 'Ada', 'Marin'),
  bo: { ...person(2, 1, 'bo', 'Bo', 'Lindqvist'), parentId: `${USER}1`, roles: ['ROLE_DEV'] },
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
    roles: [],
    username,
    firstName,
    lastName,
  };
}
