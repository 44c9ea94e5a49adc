import { listBases } from '@atrium/contract/configuration/bases';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import type { Pull } from '@atrium/contract/configuration/pull';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { usePullSession } from '../pull/pull-session.ts';
import { DiffStep } from './DiffStep.tsx';

const time = '2026-11-27T12:00:00.000Z';
const pull: Pull = {
  uuid: '0190f2c4-7a10-7000-8000-000000000001',
  branch: 'main',
  commitSha: 'a'.repeat(40),
  gitUrl: 'https://git.example.com/shop.git',
  pulledOn: time,
  expiresOn: time,
  services: [],
  ignored: [],
  lastCommits: 'COMPLETE',
};

const handleBack = vi.fn<() => void>();

function Step() {
  const noop = () => undefined;
  return (
    <DiffStep
      pull={pull}
      sessionHandle={usePullSession(pull.uuid)}
      onBack={handleBack}
      onPullAgain={noop}
      onTests={noop}
    />
  );
}

it('leads back with one button, on a phone among the actions that unfold', async () => {
  signIn('configuration.read', 'configuration.write', 'tests.run');
  const history = { state: 'COMPLETE', contents: 'COMPLETE', contentsError: null, unreadable: {} } as const;
  answer(getLastCommits, () => ({ ...history, commits: [], files: {} }));
  answer(listBases, () => ({ services: {} }));
  await page.viewport(360, 640);
  const screen = await draw(<Step />);
  const back = screen.getByRole('button', { name: 'Back' });
  await expect.element(screen.getByRole('button', { name: 'Submit', exact: true })).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'More actions' }).click();
  await expect.element(back).toBeInViewport();
  await back.click();
  expect(handleBack).toHaveBeenCalledOnce();
  await page.viewport(1280, 800);
  await back.click();
  expect(handleBack).toHaveBeenCalledTimes(2);
});
