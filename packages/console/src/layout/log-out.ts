import { useSyncExternalStore } from 'react';
import { session } from '../api/session.ts';
import { countKeptTexts } from '../lib/kept-text.ts';

/** Data that signing out would lose: drafts kept in this tab; none for an unsaved form. */
interface Loss {
  drafts: number;
}

let loss: Loss | undefined;
const listeners = new Set<() => void>();

function become(next: Loss | undefined) {
  loss = next;
  for (const listener of listeners) listener();
}

export function logOut(): void {
  become(undefined);
  void session().logout();
}

/** Signs out, after a confirmation if data would be lost. */
export function askToLogOut(): void {
  const drafts = countKeptTexts();
  // Forms with unsaved changes cancel this event, as they do when the browser closes the page.
  const isUnsaved = !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  if (drafts > 0 || isUnsaved) become({ drafts });
  else logOut();
}

export function stay(): void {
  become(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loss to confirm; undefined without a pending confirmation. */
export function useLoss(): Loss | undefined {
  return useSyncExternalStore(
    subscribe,
    () => loss,
    () => undefined,
  );
}
