import type { Theme, User } from '@atrium/contract/accounts/user';

/** Events of the widget with their `detail`. They bubble and leave the shadow tree. */
export interface SessionEvents {
  'access-granted': { token: string; userId: string };
  'access-denied': undefined;
  'user-data-loaded': User;
  'theme-changed': { theme: Theme };
}
