import type { Caller } from '../http/caller.ts';

/** The payer: a user, in their domain. */
export interface Customer {
  domainId: string;
  userId: string;
}

/**
 * The customer whose bills a caller reads and pays. Child users with the permission act for their parent, and the log
 * names them as actors. Without it, a child user sees their own usage only.
 */
export function customerOf(caller: Caller): Caller {
  const { userId, parentId, permissions, impersonatorId = userId } = caller;
  if (parentId === null || !permissions.includes('billing.read')) return caller;
  return { ...caller, userId: parentId, parentId: null, impersonatorId };
}
