import type { ConfiguredService } from '@atrium/contract/configuration/configured-services';
import { expect, test } from 'vitest';
import { describeLive } from './describe-live.ts';

const exchange = { branch: 'main' };

test.each([
  [{ version: null }, undefined],
  [{ exchange: null }, 'not in git'],
  [{ ahead: 0, behind: 0 }, 'as in git'],
  [{ ahead: null }, 'exchanged with git'],
  [{ behind: null }, 'exchanged with git'],
  [{ ahead: 1, behind: null }, 'one change ahead of git'],
  [{ ahead: 1, behind: 2 }, 'one change ahead of git, 2 changes behind git'],
])('what is live, and how far from git (%#)', (part, text) => {
  const service = { serviceName: 'Content', version: 3, exchange, ahead: 0, behind: 0, ...part };
  expect(describeLive(service as ConfiguredService)).toBe(text);
});
