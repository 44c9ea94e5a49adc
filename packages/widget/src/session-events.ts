import type { Theme, User } from '@atrium/contract/accounts/user';

/** The four events of the widget and what each carries as `detail`. They bubble and leave the shadow tree. */
export interface SessionEvents {
  'access-granted': { token: string; userId: string };
  'access-denied': undefined;
  'user-data-loaded': User;
  'theme-changed': { theme: Theme };
}
