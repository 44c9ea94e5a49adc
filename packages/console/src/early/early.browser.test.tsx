import { SESSION_NAMES } from '@atrium/contract/early-responses';
import { afterEach, expect, it, vi } from 'vitest';

const isLockFree = () =>
  navigator.locks.request(SESSION_NAMES.lock, { ifAvailable: true }, (lock) => lock !== null);

afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('lets the other tabs go on when nothing comes back in time', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    const { promise, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener('abort', () => reject(signal.reason));
    return promise;
  });
  localStorage.setItem(SESSION_NAMES.signedIn, 'yes');
  await import('./early.ts');
  expect(await isLockFree()).toBe(false);
  limit.abort(new DOMException('Nothing came back.', 'TimeoutError'));
  await expect.poll(isLockFree).toBe(true);
});
