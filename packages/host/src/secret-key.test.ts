import { expect, test } from 'vitest';
import { createSecretKey, keyIdOf, readSecretKey, seal, unseal } from './secret-key.ts';

/** What OpenSSL and Node say of a text that does not belong to the key and the place. */
const REFUSAL = /unable to authenticate data|authentication tag|nonce|initialization vector/i;
const key = createSecretKey();
const place = { column: 'signing_keys.private_key', row: 'one' };

test('what was sealed is read again, with the same key and in the same place only', () => {
  const sealed = seal(key, place, 'a secret, ≥ 1');
  expect(keyIdOf(sealed)).toBe(key.id);
  expect(sealed).not.toContain('secret');
  expect(unseal(readSecretKey(key.text), place, sealed)).toBe('a secret, ≥ 1');
  expect(() => unseal(createSecretKey(), place, sealed)).toThrow(REFUSAL);
  expect(() => unseal(key, { ...place, row: 'two' }, sealed)).toThrow(REFUSAL);
  expect(() => unseal(key, { ...place, column: 'service_keys.private_key' }, sealed)).toThrow(REFUSAL);
});

test('a changed or shortened text is refused', () => {
  const sealed = seal(key, place, 'a secret');
  const flipped = sealed.at(-1) === 'A' ? 'B' : 'A';
  expect(() => unseal(key, place, `${sealed.slice(0, -2)}${flipped}${flipped}`)).toThrow(REFUSAL);
  for (const length of [0, 1, 20, 30]) {
    expect(() => unseal(key, place, sealed.slice(0, 20 + length))).toThrow(REFUSAL);
  }
});

test('the same secret is never sealed to the same text', () => {
  expect(seal(key, place, 'same')).not.toBe(seal(key, place, 'same'));
});

test('clear text has no key', () => {
  expect(keyIdOf('{"kty":"OKP"}')).toBeUndefined();
});
