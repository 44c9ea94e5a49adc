/** Names that every page of the platform shares with the script that comes before its program. */
export const SESSION_NAMES = {
  /** Held while the session is asked for: all tabs of a browser have one. */
  lock: 'atrium-session',
  /** In the local storage: someone has signed in here. */
  signedIn: 'atrium.signed-in',
  /** In the local storage: the session is still to be ended. */
  logOut: 'atrium.log-out',
} as const;

/** All tabs wait while one asks for the session, or ends it: where nothing comes back, not for longer than this. */
export const SESSION_TIMEOUT_MS = 15_000;

/** Responses that a page requested before its program loaded, by request. Each is used once. */
export type EarlyResponses = Map<string, Promise<Response>>;

declare global {
  var atriumEarly: EarlyResponses | undefined;
}

/** Said by the program before it asks for the session: from now on nothing is asked for early. */
export function claimEarlyResponses(): void {
  globalThis.atriumEarly ??= new Map();
}

/** With the token: an answer to one person is never given to another. */
export function earlyKey(
  method: string | undefined,
  url: string,
  body?: unknown,
  authorization = '',
): string {
  return [method, url, body ?? '', authorization].join('\n');
}

/** Like `fetch`, but uses an early response if there is one. Failed early requests are sent again. */
export const fetchEarly: typeof fetch = (input, init = {}) => {
  const answers = globalThis.atriumEarly;
  if (answers === undefined || typeof input !== 'string') return fetch(input, init);
  const { authorization } = init.headers as Record<string, string | undefined>;
  const key = earlyKey(init.method, input, init.body, authorization);
  const early = answers.get(key);
  answers.delete(key);
  return early?.catch(() => fetch(input, init)) ?? fetch(input, init);
};
