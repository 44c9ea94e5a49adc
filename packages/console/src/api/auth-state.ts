import type { User } from '@atrium/contract/accounts/user';

/** What the console knows of the sign-in (specification, section 3). */
export interface AuthState {
  /** False until the widget has said whether somebody is signed in. */
  isReady: boolean;
  token: string | undefined;
  user: User | undefined;
  isAuthenticated: boolean;
  isAdmin: boolean;
  isDeveloper: boolean;
  canNavigate: boolean;
  lastUserId: string | undefined;
  isDifferentUser: boolean;
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
};

export type AuthEvent =
  | { kind: 'access-granted'; token: string; userId: string }
  | { kind: 'access-denied' }
  | { kind: 'user-data-loaded'; user: User };

/** Next state after an event of the widget. A user counts as signed in once the user's data is there. */
export function reduceAuth(state: AuthState, event: AuthEvent): AuthState {
  if (event.kind === 'access-denied') return { ...visitor, isReady: true, lastUserId: state.lastUserId };
  if (event.kind === 'access-granted') {
    const isDifferentUser = state.lastUserId !== undefined && state.lastUserId !== event.userId;
    return { ...state, token: event.token, isDifferentUser };
  }
  const { user } = event;
  return {
    ...state,
    isReady: true,
    user,
    isAuthenticated: true,
    isAdmin: user.isAdmin,
    isDeveloper: user.roles.includes('ROLE_DEV'),
    canNavigate: true,
    lastUserId: user.userId,
  };
}
