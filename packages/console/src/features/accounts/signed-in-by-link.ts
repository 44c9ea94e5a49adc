import { useSyncExternalStore } from 'react';

const KEY = 'atrium-signed-in-by-link';
const listeners = new Set<() => void>();

/** User signed in by a link in this tab, until they confirm their identity; undefined after a regular sign-in. */
function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function noteSignedInByLink(userId: string | undefined): void {
  try {
    if (userId === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, userId);
  } catch {
    // Without storage nothing is stored.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSignedInByLink(): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
