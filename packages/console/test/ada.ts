import type { User } from '@atrium/contract/accounts/user';

/** A signed-in person as the platform describes them, for tests that change this description. */
export const ada: User = {
  userId: 'ada',
  username: 'ada',
  email: 'ada@example.com',
  pendingEmail: null,
  firstName: 'Ada',
  lastName: 'Marin',
  parentId: null,
  domainId: 'd1',
  domain: 'marin',
  isAdmin: false,
  roles: [],
  permissions: [],
  params: { theme: 'system', firstSteps: 'open' },
};
