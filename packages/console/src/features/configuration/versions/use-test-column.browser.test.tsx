import type { NamedVersion } from '@atrium/contract/configuration/versions';
import { listVersionRuns } from '@atrium/contract/test-runs/version-runs';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { Table } from '../../../ui/Table.tsx';
import { useTestColumn } from './use-test-column.tsx';

const startedAt = '2026-11-27T12:00:00.000Z';
const versions = [3, 2, 1].map((version) => ({ version })) as NamedVersion[];

function Versions() {
  const columns = useTestColumn('shop', versions);
  return (
    <Table caption="Versions" rows={versions} rowKey={({ version }) => `${version}`} columns={columns} />
  );
}

it('tells versions with failed tests from those that passed by color and icon, not only by words', async () => {
  signIn('configuration.read', 'tests.read');
  const run = { runId: crypto.randomUUID(), startedAt, isRunning: false };
  answer(listVersionRuns, () => [
    { ...run, version: 3, passed: 25, failed: 6 },
    { ...run, version: 2, passed: 29, failed: 0 },
  ]);
  const screen = await draw(<Versions />);
  const badge = (name: string) => screen.getByRole('link', { name }).element().firstElementChild as Element;
  await expect.element(screen.getByRole('link', { name: '6 of 31 failed' })).toBeVisible();
  const [failed, passed] = [badge('6 of 31 failed'), badge('29 passed')];
  expect(getComputedStyle(failed).color).not.toBe(getComputedStyle(passed).color);
  expect(failed.querySelector('svg')?.innerHTML).not.toBe(passed.querySelector('svg')?.innerHTML);
});
