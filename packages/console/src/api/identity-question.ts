import { useSyncExternalStore } from 'react';

type Answer = (isConfirmed: boolean) => void;

/** Thrown when the user cancels the identity confirmation. The action was not performed, and no error is shown. */
export class NotConfirmedError extends Error {
  override readonly name = 'NotConfirmedError';
}

/** Calls waiting for identity confirmation. One dialog answers all of them. */
let waiting: readonly Answer[] = [];
const listeners = new Set<() => void>();

function become(next: readonly Answer[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Opens the identity confirmation. Resolves with false if the user cancels. */
export function askToConfirm(): Promise<boolean> {
  return new Promise((resolve) => become([...waiting, resolve]));
}

/** Closes the confirmation and resolves the waiting calls. */
export function answerIdentityQuestion(isConfirmed: boolean): void {
  const answered = waiting;
  become([]);
  for (const resolve of answered) resolve(isConfirmed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether a call is waiting for identity confirmation. */
export function useIdentityQuestion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );
}
