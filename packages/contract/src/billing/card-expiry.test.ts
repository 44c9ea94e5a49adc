import { expect, test } from 'vitest';
import { cardExpiry } from './card-expiry.ts';

test.each([
  ['2026-11-30T23:59:59Z', 'valid'],
  ['2026-12-01T00:00:00Z', 'this-month'],
  ['2026-12-31T23:59:59Z', 'this-month'],
  ['2027-01-01T00:00:00Z', 'expired'],
])('at %s a card that is good until 12/2026 is %s', (now, expiry) => {
  expect(cardExpiry({ expMonth: 12, expYear: 2026 }, new Date(now))).toBe(expiry);
});
