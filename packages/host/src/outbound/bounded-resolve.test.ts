import { expect, test } from 'vitest';
import { createAddressGuard } from './address-guard.ts';
import { createBoundedResolve } from './bounded-resolve.ts';

/** A system whose look-ups of some names are answered when the test says so. */
function slowSystem() {
  const asked: string[] = [];
  const held = new Map<string, () => void>();
  const resolveHost = async (hostname: string) => {
    asked.push(hostname);
    if (hostname.startsWith('slow'))
      await new Promise<void>((resolve) => held.set(hostname, () => resolve()));
    return ['93.184.215.14'];
  };
  return { asked, resolveHost, answer: (hostname: string) => held.get(hostname)?.() };
}

const inTime = { failure: 'LOOKUP_TIMEOUT' };

test('names whose servers never respond take two threads at most, one for a zone, and no one waits for ever', async () => {
  const { asked, resolveHost, answer } = slowSystem();
  const resolve = createBoundedResolve(resolveHost, 200);
  const hung = ['slow1.a.example.', 'slow2.A.example', 'slow3.a.example'].map((name) => resolve(name));
  const others = Promise.allSettled(hung);
  // Another zone finds the other thread free.
  expect(await resolve('git.b.org')).toEqual(['93.184.215.14']);
  expect(asked).toEqual(['slow1.a.example.', 'git.b.org']);
  for (const outcome of await others) expect(outcome).toMatchObject({ status: 'rejected', reason: inTime });

  // Threads that no one waits for any more are still taken.
  const second = resolve('slow.c.org');
  await expect(second).rejects.toMatchObject(inTime);
  await expect(resolve('git.b.org')).rejects.toMatchObject(inTime);
  expect(asked).toEqual(['slow1.a.example.', 'git.b.org', 'slow.c.org']);
  answer('slow1.a.example.');
  expect(await resolve('git.b.org')).toEqual(['93.184.215.14']);
});

test('whoever leaves does not wait for a look-up, and a failed one gives its thread back', async () => {
  const { resolveHost } = slowSystem();
  const leaving = new AbortController();
  const left = createBoundedResolve(resolveHost)('slow.a.org', leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ failure: 'CANCELED' });
  const failing = createBoundedResolve(() => Promise.reject(new Error('ENOTFOUND')));
  for (let round = 0; round < 4; round += 1)
    await expect(failing('nowhere.a.org')).rejects.toThrow('ENOTFOUND');
});

test('the guard says that it took too long, and hands on who left', async () => {
  const { resolveHost } = slowSystem();
  const guard = createAddressGuard({
    allowPrivate: false,
    resolveHost: createBoundedResolve(resolveHost, 50),
  });
  await expect(guard.check('slow.a.org', 443)).rejects.toMatchObject(inTime);
  const gone = AbortSignal.abort();
  await expect(guard.check('git.b.org', 443, gone)).rejects.toMatchObject({ failure: 'CANCELED' });
});
