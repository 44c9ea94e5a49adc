import { expect, test } from 'vitest';
import { Semaphore } from './semaphore.ts';

const never = new AbortController().signal;
const errors = { full: () => new Error('Full.'), aborted: () => new Error('Left.') };

test('permits are limited for all keys and for each; others wait in order of arrival', async () => {
  const semaphore = new Semaphore({ permits: 3, permitsPerKey: 2, maxWaiting: 10 }, errors);
  const began: string[] = [];
  const waited: string[] = [];
  const take = async (key: string, name: string) => {
    const permit = await semaphore.acquire(key, { signal: never, onWait: () => waited.push(name) });
    began.push(name);
    return permit;
  };
  const all = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1'), take('b', 'b2')] as const;
  const [a1, a2, , b1] = all;
  (await b1)[Symbol.dispose]();
  await all[4];
  expect(began).toEqual(['a1', 'a2', 'b1', 'b2']);
  expect(waited).toEqual(['a3', 'b2']);
  const done = await a1;
  done[Symbol.dispose]();
  done[Symbol.dispose]();
  await all[2];
  expect(began).toEqual(['a1', 'a2', 'b1', 'b2', 'a3']);
  // Disposing of one permit twice made room for one only.
  const next = take('b', 'b3');
  (await a2)[Symbol.dispose]();
  await next;
  expect(waited).toEqual(['a3', 'b2', 'b3']);
});

test('an acquirer that aborts leaves the queue, and a queue that is too long refuses', async () => {
  const semaphore = new Semaphore({ permits: 1, permitsPerKey: 1, maxWaiting: 1 }, errors);
  const first = await semaphore.acquire('a', { signal: never });
  const leaving = new AbortController();
  const left = semaphore.acquire('a', { signal: leaving.signal });
  await expect(semaphore.acquire('a', { signal: never })).rejects.toThrow('Full.');
  leaving.abort();
  await expect(left).rejects.toThrow('Left.');
  await expect(semaphore.acquire('a', { signal: leaving.signal })).rejects.toThrow('Left.');
  const second = semaphore.acquire('a', { signal: never });
  first[Symbol.dispose]();
  await second;
});

test('a heavy acquirer waits, and lighter ones do not overtake it', async () => {
  const semaphore = new Semaphore({ permits: 3, permitsPerKey: 3, maxWaiting: 10 }, errors);
  const began: string[] = [];
  const take = async (name: string, weight: number) => {
    const permit = await semaphore.acquire('a', { weight });
    began.push(name);
    return permit;
  };
  const small = await take('small', 1);
  const large = take('large', 3);
  const later = take('later', 1);
  small[Symbol.dispose]();
  const begunLarge = await large;
  expect(began).toEqual(['small', 'large']);
  begunLarge[Symbol.dispose]();
  await later;
  expect(began).toEqual(['small', 'large', 'later']);
});

test('a permit without waiting is given only if no one waits for it', async () => {
  const semaphore = new Semaphore({ permits: 1, permitsPerKey: 1, maxWaiting: 10 }, errors);
  const first = semaphore.tryAcquire('a');
  expect(semaphore.tryAcquire('a')).toBeUndefined();
  const waiting = semaphore.acquire('a', { signal: never });
  first?.[Symbol.dispose]();
  expect(semaphore.tryAcquire('a')).toBeUndefined();
  (await waiting)[Symbol.dispose]();
  expect(semaphore.tryAcquire('a')).toBeDefined();
});

test('an acquirer that waits for too long is refused, and work is run with a permit', async () => {
  const semaphore = new Semaphore({ permits: 1, maxWaitMs: 1 }, errors);
  await semaphore.run('a', async () => {
    expect(semaphore.count('a')).toBe(1);
    await expect(semaphore.run('b', async () => {})).rejects.toThrow('Full.');
    expect(semaphore.waiting).toBe(0);
  });
  expect(semaphore.count('a')).toBe(0);
});
