import { getNamedVersion } from '@atrium/contract/configuration/versions';
import { type ChangeSearch, findChange, getChangeSearch } from '@atrium/contract/test-runs/change-search';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun } from '../run.fixture.ts';
import { ChangeSearchView } from './ChangeSearchView.tsx';

const { runId } = buildRun({});
const running: ChangeSearch = {
  runId,
  testId: 'shop/a',
  status: 'RUNNING',
  startedAt: '2026-11-27T12:00:00.000Z',
  finishedAt: null,
  passedRunId: runId,
  serviceIds: ['shop'],
  versions: 8,
  left: 4,
  runs: 1,
  maxRuns: 5,
  found: null,
  error: null,
};

it('the button that stops a search stays what it is when the search ends', async () => {
  let search = running;
  answer(getChangeSearch, () => search);
  answer(findChange, () => {
    throw new Error('A press that was meant to stop has started a search.');
  });
  signIn('tests.run');
  const screen = await draw(<ChangeSearchView runId={runId} testId="shop/a" />);
  const cancel = screen.getByRole('button', { name: 'Cancel search' });
  await expect.element(cancel).toBeVisible();
  const place = cancel.element().getBoundingClientRect();
  const button = cancel.element() as HTMLElement;
  button.focus();
  search = { ...running, status: 'UNCHANGED', finishedAt: '2026-11-27T12:01:00.000Z' };
  await expect.element(cancel).toHaveAttribute('title', 'The search has ended.');
  await expect.element(cancel).toHaveFocus();
  const pressed = document.elementFromPoint(place.x + 4, place.y + place.height / 2);
  expect(pressed?.closest('button')).not.toBe(screen.getByRole('button', { name: /again$/ }).element());
  button.click();
  await expect.element(screen.getByRole('button', { name: 'Find the change again' })).toBeEnabled();
});

it('separates nothing from an undo that someone may not make', async () => {
  const found = { serviceId: 'shop', version: 8, before: 7, ranBefore: true, isConfirmed: true };
  const ended: ChangeSearch = { ...running, status: 'FOUND', finishedAt: running.startedAt, found };
  answer(getChangeSearch, () => ended);
  answer(getNamedVersion, () => refusal(404, 'It is gone.'));
  signIn('tests.run', 'configuration.read');
  const screen = await draw(<ChangeSearchView runId={runId} testId="shop/a" />);
  const line = screen.getByRole('link', { name: 'What version 8 changed' });
  await expect.element(line).toBeVisible();
  expect(line.element().parentElement?.textContent).toBe('What version 8 changed');
  signIn('tests.run', 'configuration.read', 'configuration.write');
  await expect.element(screen.getByRole('button', { name: 'Undo version 8' })).toBeVisible();
  expect(line.element().parentElement?.textContent).toBe('What version 8 changed · Undo version 8');
});
