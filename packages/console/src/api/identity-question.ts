import { useSyncExternalStore } from 'react';

type Answer = (isConfirmed: boolean) => void;

/** The person would rather not prove who they are: what they asked for is not done, and nothing went wrong. */
export class NotConfirmedError extends Error {
  override readonly name = 'NotConfirmedError';
}

/** Calls that wait for the person to prove who they are. One question is asked for all of them. */
let waiting: readonly Answer[] = [];
const listeners = new Set<() => void>();

function become(next: readonly Answer[]) {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the person to prove who they are; false if they would rather not. */
export function askToConfirm(): Promise<boolean> {
  return new Promise((resolve) => become([...waiting, resolve]));
}

/** Ends the question, and lets go of what waits for it. */
export function answerIdentityQuestion(isConfirmed: boolean): void {
  const answered = waiting;
  become([]);
  for (const resolve of answered) resolve(isConfirmed);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something waits for the person to prove who they are. */
export function useIdentityQuestion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );
}
