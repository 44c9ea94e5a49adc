import type { OfferedProvider } from '@atrium/contract/accounts/provider-sign-in';
import type { Credentials, SecondStep } from '@atrium/contract/accounts/sign-in';
import type { Theme, User, UserPatch } from '@atrium/contract/accounts/user';
import type { SecondStepCalls, SessionTrouble } from '@atrium/widget';
import { useSyncExternalStore } from 'react';
import { type AuthEvent, type AuthState, reduceAuth, visitor } from './auth-state.ts';
import type { RefreshOutcome } from './replay-queue.ts';

/** Interface of the widget's element that the console uses. The widget is the console's only source of sign-in. */
export interface WidgetElement extends HTMLElement {
  isOpen: boolean;
  start(): void;
  session: {
    token: string | undefined;
    hasLoggedOut: boolean;
    onTrouble: (trouble: SessionTrouble | undefined) => void;
    askToLogOut: (() => void) | undefined;
    /** Retries immediately while waiting for the server. */
    tryAgain(): void;
    refresh(): Promise<void>;
    /** Returns the next step if a password is not enough. */
    login(credentials: Credentials): Promise<SecondStep | undefined>;
    secondStep(): Promise<SecondStepCalls>;
    loginWithToken(token: string): Promise<User>;
    listProviders(domain: string | undefined): Promise<OfferedProvider[]>;
    startProvider(id: string, next: string | undefined): Promise<string>;
    logout(): Promise<void>;
    updateUser(patch: UserPatch): Promise<User>;
    userChanged(user: User): void;
  };
}

const readyVisitor: AuthState = { ...visitor, isReady: true };
let widget: WidgetElement | undefined;
let auth: AuthState = visitor;
let drawnFor = readyVisitor;
const listeners = new Set<() => void>();

function take(event: AuthEvent) {
  auth = reduceAuth(auth, event);
  for (const listener of listeners) listener();
}

interface SessionListeners {
  onThemeChanged: (theme: Theme) => void;
  /** Another user signed in: nothing on the page belongs to them. */
  onDifferentUser: () => void;
}

/** Listens to the four events of the widget, then starts it. Called once, before anything is shown. */
export function connectWidget(element: WidgetElement, { onThemeChanged, onDifferentUser }: SessionListeners) {
  widget = element;
  element.addEventListener('access-granted', (event) => {
    const { token, userId } = (event as CustomEvent<{ token: string; userId: string }>).detail;
    take({ kind: 'access-granted', token, userId });
    if (auth.isDifferentUser) onDifferentUser();
  });
  element.addEventListener('access-denied', () => {
    take({ kind: 'access-denied', hasLoggedOut: element.session.hasLoggedOut });
  });
  element.session.onTrouble = (trouble) => take({ kind: 'trouble', trouble });
  element.addEventListener('user-data-loaded', (event) => {
    if (!auth.isDifferentUser) take({ kind: 'user-data-loaded', user: (event as CustomEvent<User>).detail });
  });
  element.addEventListener('theme-changed', (event) => {
    onThemeChanged((event as CustomEvent<{ theme: Theme }>).detail.theme);
  });
  element.start();
}

export function connectedWidget(): WidgetElement | undefined {
  return widget;
}

/** The widget's session. */
export function session(): WidgetElement['session'] {
  if (!widget) throw new Error('Sign-in did not load. Reload the page.');
  return widget.session;
}

/** Token of calls. Undefined if another user than the page's has signed in. */
export function currentToken(): string | undefined {
  return auth.isDifferentUser ? undefined : auth.token;
}

/**
 * Requests another token after one was refused. If that ends the session, waits for a new sign-in so that pending
 * changes aren't lost, unless the user signed out or `isWorthWaiting` is false.
 */
export async function renewToken(isWorthWaiting: boolean): Promise<RefreshOutcome> {
  await session().refresh();
  if (isWorthWaiting && auth.lastUserId !== undefined)
    await when(() => auth.isAuthenticated || auth.isDifferentUser || auth.hasLoggedOut);
  if (auth.isDifferentUser) return 'reload';
  return auth.isAuthenticated ? 'granted' : 'denied';
}

export function currentAuth(): AuthState {
  return auth;
}

function subscribeToAuth(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Resolves when the sign-in state is known or can't be determined. */
export function whenDecided(): Promise<void> {
  return when(() => auth.isReady || auth.trouble !== undefined);
}

function when(isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      listeners.delete(look);
      resolve();
    };
    listeners.add(look);
    look();
  });
}

export function useAuth(): AuthState {
  return useSyncExternalStore(subscribeToAuth, currentAuth, () => drawnFor);
}

/** Prerenders pages for a visitor, or with an unknown sign-in state. */
export function drawAhead({ isKnown }: { isKnown: boolean }): void {
  drawnFor = isKnown ? readyVisitor : visitor;
}

/** Requests a new access token after a change of the user's data: roles, a first card. */
export function refreshSession(): Promise<void> {
  return session().refresh();
}
