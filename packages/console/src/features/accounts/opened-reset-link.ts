import { useSyncExternalStore } from 'react';

let opened: string | undefined;
const listeners = new Set<() => void>();

/** The page for choosing a password, or for requesting the link to it, that someone opened who is signed in. */
export function noteResetLink(href: string | undefined): void {
  opened = href;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useResetLink(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => opened,
    () => undefined,
  );
}
