import { claimEarlyResponses, fetchEarly, SESSION_NAMES } from '@atrium/contract/early-responses';
import { makeCaller } from './calls.ts';
import { Session } from './session.ts';
import type { Reminder, SessionParts } from './session-parts.ts';
import { openTabChannel } from './tab-channel.ts';

/** A session on the browser's own parts: fetch, cookies, locks, the channel between tabs. */
export function createBrowserSession(emit: SessionParts['emit']): Session {
  claimEarlyResponses();
  const session = new Session({
    call: makeCaller(fetchEarly),
    tabs: openTabChannel('atrium-session'),
    hint: stored(SESSION_NAMES.signedIn, true),
    farewell: stored(SESSION_NAMES.logOut, false),
    alone,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    leaveTo: (url) => location.assign(url),
    emit,
  });
  globalThis.addEventListener?.('online', () => session.tryAgain());
  return session;
}

/** Without storage, no data outlives the page, and the next page starts with `otherwise`. */
function stored(key: string, otherwise: boolean): Reminder {
  let own = otherwise;
  return {
    isSet() {
      try {
        return localStorage.getItem(key) !== null;
      } catch {
        return own;
      }
    },
    set(isSet) {
      own = isSet;
      try {
        if (isSet) localStorage.setItem(key, 'yes');
        else localStorage.removeItem(key);
      } catch {
        // This page still remembers it.
      }
    },
  };
}

async function alone<Returned>(task: () => Promise<Returned>): Promise<Returned> {
  // Locks exist in secure contexts only; the loopback interface is one.
  if (typeof navigator === 'undefined' || !navigator.locks) return task();
  return navigator.locks.request(SESSION_NAMES.lock, task) as Promise<Returned>;
}
