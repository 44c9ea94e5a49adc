import { useSyncExternalStore } from 'react';

const KEY = 'atrium-signed-in-by-link';
const listeners = new Set<() => void>();

/** Whom a link signed in in this tab, until they have said that it is them; undefined if they signed in themselves. */
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
    // Without storage nothing is noted.
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
