import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeNextPath, toPathHere } from './safe-path.ts';

test.each([
  ['/console/usage', '/console/usage'],
  ['/console/payment/details?id=1#top', '/console/payment/details?id=1#top'],
  ['%2Fconsole%2Fusage%3Fa%3D1', '/console/usage?a=1'],
  ['/index/prices', '/index/prices'],
  ['/console', '/console/'],
  ['', '/console/'],
  [undefined, '/console/'],
  [null, '/console/'],
  // Signing in must not lead back to signing in.
  ['/console/login?next=%2Fconsole%2Flogin', '/console/'],
])('%s leads to %s', (next, path) => {
  expect(safeNextPath(next)).toBe(path);
});

test.each([
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/console/..//evil.example',
  '%2F%2Fevil.example',
  '%2F%5Cevil.example',
  '%2f%09%2fevil.example',
  'javascript:alert(1)',
  ' /console/usage',
  'data:text/html,x',
  'console/usage',
  '@evil.example',
  'here.invalid/x',
])('%j leads to the dashboard', (next) => {
  expect(safeNextPath(next)).toBe('/console/');
});

test('whatever it says, it stays on this host', () => {
  const parts = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '@',
    ':',
    '\t',
    '\n',
    '%2f',
    '%5c',
    'evil.example',
    'a',
    '?',
    '#',
  );
  const hostile = fc.oneof(
    fc.string(),
    fc.array(parts, { maxLength: 12 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(hostile, (next) => {
      const path = safeNextPath(next);
      expect(path).toMatch(/^\/(?!\/)/);
      expect(new URL(path, 'https://console.example').origin).toBe('https://console.example');
    }),
    { numRuns: 5_000 },
  );
});

test('a default path that leads away is none', () => {
  expect(toPathHere('https://evil.example/console/')).toBeUndefined();
  expect(toPathHere('/console/usage')).toBe('/console/usage');
});
