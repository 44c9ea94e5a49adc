import type { User } from '@atrium/contract/accounts/user';
import type { Permission } from '@atrium/contract/permissions';
import type { SessionTrouble } from '@atrium/widget';

/** Sign-in state of the console (specification, section 3). */
export interface AuthState {
  /** False until the widget has reported the sign-in state. */
  isReady: boolean;
  token: string | undefined;
  user: User | undefined;
  isAuthenticated: boolean;
  isAdmin: boolean;
  isDeveloper: boolean;
  canNavigate: boolean;
  lastUserId: string | undefined;
  isDifferentUser: boolean;
  /** The user has signed out: their page is not meant for the next one. */
  hasLoggedOut: boolean;
  trouble: SessionTrouble | undefined;
}

export const visitor: AuthState = {
  isReady: false,
  token: undefined,
  user: undefined,
  isAuthenticated: false,
  isAdmin: false,
  isDeveloper: false,
  canNavigate: false,
  lastUserId: undefined,
  isDifferentUser: false,
  hasLoggedOut: false,
  trouble: undefined,
};

export type AuthEvent =
  | { kind: 'access-granted'; token: string; userId: string }
  | { kind: 'access-denied'; hasLoggedOut?: boolean }
  | { kind: 'trouble'; trouble: SessionTrouble | undefined }
  | { kind: 'user-data-loaded'; user: User };

/**
 * Returns whether the signed-in user has a permission. The user's own data are the console's only source of
 * permissions.
 */
export function mayDo({ user }: AuthState, permission: Permission | undefined): boolean {
  return permission === undefined || user?.permissions.includes(permission) === true;
}

/** Next state after an event of the widget. A user counts as signed in once their data has loaded. */
export function reduceAuth(state: AuthState, event: AuthEvent): AuthState {
  if (event.kind === 'trouble') return { ...state, trouble: event.trouble };
  if (event.kind === 'access-denied') {
    const { lastUserId, trouble } = state;
    return { ...visitor, isReady: true, lastUserId, trouble, hasLoggedOut: event.hasLoggedOut === true };
  }
  if (event.kind === 'access-granted') {
    const isDifferentUser = state.lastUserId !== undefined && state.lastUserId !== event.userId;
    return { ...state, token: event.token, isDifferentUser };
  }
  const { user } = event;
  return {
    ...state,
    isReady: true,
    hasLoggedOut: false,
    user,
    isAuthenticated: true,
    isAdmin: user.isAdmin,
    isDeveloper: user.roles.includes('ROLE_DEV'),
    canNavigate: true,
    lastUserId: user.userId,
  };
}
