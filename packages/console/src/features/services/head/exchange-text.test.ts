import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { expect, test } from 'vitest';
import { describeExchange } from './exchange-text.ts';

const exchange = { branch: 'main' } as NonNullable<ConfiguredService['exchange']>;

test.each([
  [{ exchange: null, ahead: null, behind: null }, 'Not in git yet'],
  [{ exchange, ahead: null, behind: null }, 'Exchanged with main'],
  [{ exchange: { ...exchange, branch: null }, ahead: 0, behind: 0 }, 'As in git'],
  [{ exchange, ahead: 1, behind: 0 }, '1 file ahead of main'],
  [{ exchange, ahead: 2, behind: 1000 }, '2 files ahead of main and 1,000 files behind it'],
])('how a service and git are apart (%#)', (part, text) => {
  expect(describeExchange(part as ConfiguredService)).toBe(text);
});
