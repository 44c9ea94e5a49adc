import type { User } from '@atrium/contract/accounts/user';
import type { Permission } from '@atrium/contract/permissions';
import type { Account } from './user.repository.ts';

/** Account data that the user may see. */
export function toUser(
  {
    passwordHash: _,
    theme,
    firstSteps,
    isConfirmed: __,
    isEmailUnproved,
    isLocked: ___,
    createdOn: ____,
    ...account
  }: Account,
  permissions: readonly Permission[],
  actor?: string,
): User {
  const user = {
    ...account,
    ...(isEmailUnproved && { isEmailUnproved }),
    permissions: [...permissions],
    params: { theme, firstSteps },
  };
  return actor === undefined ? user : { ...user, actor };
}
