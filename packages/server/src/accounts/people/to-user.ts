import type { User } from '@atrium/contract/accounts/user';
import type { Permission } from '@atrium/contract/permissions';
import type { Account } from './user.repository.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

/** Account data that the user may see. */
export function toUser(
  {
    passwordHash: _,
    theme,
    firstSteps,
    isConfirmed: __,
    isEmailUnproved,
    isLocked: ___,
    createdOn,
    invitedOn,
    ...account
  }: Account,
  permissions: readonly Permission[],
  now: Date,
  actor?: string,
): User {
  // The first steps are for customers, in their first week.
  const isNewcomer = !account.isAdmin && now.getTime() - (invitedOn ?? createdOn).getTime() < WEEK_MS;
  const user = {
    ...account,
    ...(isEmailUnproved && { isEmailUnproved }),
    permissions: [...permissions],
    params: { theme, firstSteps: isNewcomer || firstSteps !== 'open' ? firstSteps : 'hidden' },
  };
  return actor === undefined ? user : { ...user, actor };
}
