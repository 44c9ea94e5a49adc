import { expect, it } from 'vitest';
import { describeFreeTier } from './free-tier-text.ts';

it('says until when the free tier lasts', () => {
  expect(describeFreeTier({ leftCents: 250, endsOn: '2027-01-21' })).toBe(
    '$2.50 after this month so far; runs out on 01/21/2027',
  );
  expect(describeFreeTier({ leftCents: 0, endsOn: '2026-11-09' })).toBe('Used up since 11/09/2026');
  expect(describeFreeTier({ leftCents: 250, endsOn: null })).toMatch(/lasts for over a year$/);
  expect(describeFreeTier(null)).toBeUndefined();
});
