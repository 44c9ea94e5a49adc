import type { SignedInResponse } from '@atrium/contract/accounts/sign-in';
import type { TogetherCall, TogetherResponse } from '@atrium/contract/call-together';
import {
  type EarlyResponses,
  earlyKey,
  SESSION_NAMES,
  SESSION_TIMEOUT_MS,
} from '@atrium/contract/early-responses';
import { isPublicPath } from '@atrium/contract/endpoint-path';
import { earlyCalls } from './early-calls.ts';

// Script of its own in the documents for signed-in users, a hundredth of the program's size and loaded long before it.
// It requests the session and the data of the overview; `fetchEarly` uses the responses. Everything else works without
// it.

const REFRESH = '/auth/v1/token/refresh';
/** Unused responses expire: they're too old to be shown. */
const KEPT_MS = 20_000;

const answers: EarlyResponses = new Map();

// Skip if the program has started: it may hold the lock that this script waits for, while the program waits for this
// script.
if (globalThis.atriumEarly === undefined && isRemembered()) {
  globalThis.atriumEarly = answers;
  setTimeout(() => answers.clear(), KEPT_MS);
  const refreshed = refresh();
  keep(earlyKey('POST', REFRESH), copyOf(refreshed));
  const isOverview = document.currentScript?.dataset['page'] === 'overview';
  askWhenSignedIn(refreshed, isOverview ? 'overview' : 'any').catch(() => undefined);
}

/** Reads the widget's storage format. */
function isRemembered(): boolean {
  try {
    return (
      localStorage.getItem(SESSION_NAMES.signedIn) !== null &&
      localStorage.getItem(SESSION_NAMES.logOut) === null
    );
  } catch {
    return false;
  }
}

/** Under the widget's lock: all tabs of a browser share one session. */
async function refresh(): Promise<Response> {
  const send = () =>
    fetch(REFRESH, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(SESSION_TIMEOUT_MS),
    });
  return navigator.locks === undefined ? send() : navigator.locks.request(SESSION_NAMES.lock, send);
}

async function copyOf(response: Promise<Response>): Promise<Response> {
  return (await response).clone();
}

function keep(key: string, answer: Promise<Response>): void {
  answers.set(key, answer);
  // The consumer handles the error.
  answer.catch(() => undefined);
}

async function askWhenSignedIn(refreshed: Promise<Response>, page: 'overview' | 'any'): Promise<void> {
  const response = await copyOf(refreshed);
  if (!response.ok) return;
  const { token, user } = (await response.json()) as SignedInResponse;
  const calls = earlyCalls(user, page, new Date());
  const authorization = `Bearer ${token}`;
  await askTogether(calls, authorization);
}

async function askTogether(calls: TogetherCall[], authorization: string): Promise<void> {
  const waiting = calls.map(({ method, path, body }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const own = isPublicPath(path) ? undefined : authorization;
    keep(earlyKey(method, path, body && JSON.stringify(body), own), promise);
    return { resolve, reject };
  });
  try {
    const response = requireSuccess(
      await fetch('/console/v1/together', {
        method: 'POST',
        headers: { accept: 'application/x-ndjson', 'content-type': 'application/json', authorization },
        body: JSON.stringify({ calls }),
      }),
    );
    for await (const { index, status, body } of readLines(response)) {
      const answer = new Response(body, { status, headers: { 'content-type': 'application/json' } });
      if (answer.ok) waiting[index]?.resolve(answer);
      else waiting[index]?.reject(answer);
    }
  } finally {
    for (const { reject } of waiting) reject(new Error('not answered'));
  }
}

async function* readLines(response: Response): AsyncGenerator<TogetherResponse> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as TogetherResponse;
  }
}

function requireSuccess(response: Response): Response {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return response;
}
