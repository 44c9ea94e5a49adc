import type { Caller } from '../http/caller.ts';

/** Who pays: a user, in their domain. */
export interface Customer {
  domainId: string;
  userId: string;
}

/**
 * For whom a caller looks at bills and pays: child users whose roles allow it do so for their parent, and the log names
 * them as those who acted. Without it a child user sees their own usage only.
 */
export function customerOf(caller: Caller): Caller {
  const { userId, parentId, permissions, impersonatorId = userId } = caller;
  if (parentId === null || !permissions.includes('billing.read')) return caller;
  return { ...caller, userId: parentId, parentId: null, impersonatorId };
}
