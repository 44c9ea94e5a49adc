import { listBases } from '@atrium/contract/configuration/bases';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { getPull, type Pull } from '@atrium/contract/configuration/pull';
import { afterEach, expect, it, vi } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { sessionKey } from '../decisions/pull-session.ts';
import { saveDraft } from '../drafts/draft-store.ts';
import { PulledSteps } from './PulledSteps.tsx';

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
const session = { deselected: {}, choices: {}, view: 'table' };

afterEach(() => vi.restoreAllMocks());

/** Whether the browser would ask before the page is reloaded. */
const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('says that choices are lost with the page where the browser could not store them, and has it ask first', async () => {
  const history = { state: 'COMPLETE', contents: 'COMPLETE', contentsError: null, unreadable: {} } as const;
  answer(getPull, () => pull);
  answer(listBases, () => ({ services: {} }));
  answer(getLastCommits, () => ({ ...history, commits: [], files: {} }));
  const noop = () => undefined;
  const page = (
    <PulledSteps
      uuid={pull.uuid}
      step="manifest"
      goTo={noop}
      onSubmitted={noop}
      onTests={noop}
      draft={undefined}
      onDraftTaken={noop}
    />
  );
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The storage is full.', 'QuotaExceededError');
  });
  const key = sessionKey('', pull.uuid);
  await saveDraft(key, session);
  const screen = await draw(page);
  await expect.element(screen.getByText(/^Your browser could not store your choices/)).toBeVisible();
  expect(isHeld()).toBe(true);
  await expectNoFindings();
  await screen.unmount();
  expect(isHeld()).toBe(false);

  vi.restoreAllMocks();
  await saveDraft(key, session);
  const again = await draw(page);
  await expect.element(again.getByRole('button', { name: 'Back' })).toBeVisible();
  await expect.element(again.getByText(/^Your browser could not store/)).not.toBeInTheDocument();
});
