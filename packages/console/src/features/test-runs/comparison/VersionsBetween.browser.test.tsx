import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { buildRun } from '../run.fixture.ts';
import { VersionsBetween } from './VersionsBetween.tsx';

const at = (version: number | null): Partial<TestRun> => ({
  servicesTests: [{ serviceId: 'shop', version, tests: [], error: null }],
});

it.each<[string, Partial<TestRun>, Partial<TestRun>]>([
  ['shop: version 3 to 4', at(3), at(4)],
  ['Both ran against the same versions.', at(3), at(3)],
  ['No service has a known version in both runs.', at(null), at(3)],
  ['One of them tested a merge that was not live.', at(3), { ...at(3), isCandidate: true }],
])('says %s', async (text, before, after) => {
  const screen = await draw(<VersionsBetween before={buildRun({}, before)} after={buildRun({}, after)} />);
  await expect.element(screen.getByText(text)).toBeVisible();
});
