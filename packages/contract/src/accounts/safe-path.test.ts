import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeNextPath, toPathHere } from './safe-path.ts';

test.each([
  ['/console/usage', '/console/usage'],
  ['/console/payment/details?id=1#top', '/console/payment/details?id=1#top'],
  ['%2Fconsole%2Fusage%3Fa%3D1', '/console/usage?a=1'],
  ['/console/x/../usage', '/console/usage'],
  ['/console/test-run?text=%2e%2e%2f', '/console/test-run?text=%2e%2e%2f'],
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
  '/index/prices',
  '/services/evil/ui/',
  '/consolex',
  '/console/../../../evil',
  '/console/%2e%2e/evil',
  '/console/.%2E/evil',
  '/console/..\\evil',
  '/console/%2e%2e%2fevil',
  '/console/%252e%252e%252fevil',
  '/console/..%5cevil',
  '/%09/evil.example',
  '/console/%2f..%2f..%2fevil',
  '/console/%3f/../../../evil',
])('%j leads to the dashboard', (next) => {
  expect(safeNextPath(next)).toBe('/console/');
});

test('whatever it says, it stays in the console, however often it is decoded', () => {
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
    '%2e',
    '%252e',
    '%252f',
    '%09',
    '/console/',
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
      let read = path;
      for (let round = 0; round < 4; round += 1) {
        const url = new URL(read, 'https://console.example');
        expect(url.origin).toBe('https://console.example');
        expect(url.pathname).toMatch(/^\/console\//);
        try {
          read = decodeURIComponent(url.pathname);
        } catch {
          break;
        }
      }
    }),
    { numRuns: 5_000 },
  );
});

test('a default path that leads away is none', () => {
  expect(toPathHere('https://evil.example/console/')).toBeUndefined();
  expect(toPathHere('/console/usage')).toBe('/console/usage');
});
