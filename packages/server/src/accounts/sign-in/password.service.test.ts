import { UnavailableError } from '@atrium/host/errors';
import { expect, test } from 'vitest';
import { Passwords } from './password.service.ts';

test('passwords are hashed with argon2id and salt of their own', async () => {
  const passwords = new Passwords();
  const [first, second] = [await passwords.hash('a password'), await passwords.hash('a password')];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
  expect(first).not.toBe(second);
  expect(await passwords.matches(first, 'a password')).toBe(true);
  expect(await passwords.matches(first, 'A password')).toBe(false);
});

test('a password is the same however its letters are composed', async () => {
  const passwords = new Passwords();
  const password = 'Mañana-über-7-Straße';
  const decomposed = password.normalize('NFD');
  const stored = await passwords.hash(password);
  expect(await passwords.matches(stored, decomposed)).toBe(true);
  expect(await passwords.matches(await passwords.hash(decomposed), password)).toBe(true);
  expect(await passwords.matches(stored, 'Manana-uber-7-Strasse')).toBe(false);
});

test('without a hash nothing matches, after the same work', async () => {
  const passwords = new Passwords();
  for (const password of ['', 'a password']) {
    expect(await passwords.matches(null, password)).toBe(false);
    expect(await passwords.matches(undefined, password)).toBe(false);
  }
});

test('past a full queue a caller is told at once when to come again', async () => {
  const passwords = new Passwords({ concurrency: 1, maxWaiting: 2 });
  const work = [1, 2, 3, 4, 5].map((number) => passwords.hash(`password ${number}`));
  const results = await Promise.allSettled(work);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  for (const error of refused) {
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ status: 503, retryAfterSeconds: 1 });
  }
  // The queue is free again.
  expect(await passwords.hash('later')).toContain('argon2id');
});
