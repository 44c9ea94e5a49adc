import { makeCaller } from './calls.ts';
import { Session, type SessionParts, type SignedInHint } from './session.ts';
import { openTabChannel } from './tab-channel.ts';

const LOCK_NAME = 'atrium-session';

/** A session on the browser's own parts: fetch, cookies, locks, the channel between tabs. */
export function createBrowserSession(emit: SessionParts['emit']): Session {
  return new Session({
    call: makeCaller(),
    tabs: openTabChannel('atrium-session'),
    hint: storedHint(),
    alone,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    emit,
  });
}

function storedHint(): SignedInHint {
  const key = 'atrium.signed-in';
  return {
    isSet() {
      try {
        return localStorage.getItem(key) !== null;
      } catch {
        return true;
      }
    },
    set(isSignedIn) {
      try {
        if (isSignedIn) localStorage.setItem(key, 'yes');
        else localStorage.removeItem(key);
      } catch {
        // Storage is switched off: the next page asks the platform instead.
      }
    },
  };
}

async function alone<Answer>(task: () => Promise<Answer>): Promise<Answer> {
  // Locks exist in secure contexts only; the loopback interface is one.
  if (typeof navigator === 'undefined' || !navigator.locks) return task();
  return navigator.locks.request(LOCK_NAME, task) as Promise<Answer>;
}
