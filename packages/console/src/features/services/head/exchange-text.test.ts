import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { expect, test } from 'vitest';
import { describeExchange } from './exchange-text.ts';

const exchange = { branch: 'main', exchangedOn: '2026-11-20T12:00:00.000Z' } as NonNullable<
  ConfiguredService['exchange']
>;

test.each([
  [{ exchange: null, ahead: null, behind: null }, 'Not in git yet'],
  [{ exchange, ahead: null, behind: null }, 'Exchanged with main on 11/20/2026'],
  [{ exchange, ahead: 0, behind: null }, 'Exchanged with main on 11/20/2026'],
  [{ exchange, ahead: 1, behind: null }, '1 change ahead of main'],
  [{ exchange, ahead: 0, behind: 2 }, '2 changes behind main'],
  [{ exchange: { ...exchange, branch: null }, ahead: 0, behind: 0 }, 'As in git'],
  [{ exchange, ahead: 1, behind: 0 }, '1 change ahead of main'],
  [{ exchange, ahead: 2, behind: 1000 }, '2 changes ahead of main and 1,000 changes behind it'],
])('how a service and git are apart (%#)', (part, text) => {
  expect(describeExchange(part as ConfiguredService)).toBe(text);
});
