import { listChildren } from '@atrium/contract/accounts/children';
import { listServices } from '@atrium/contract/services/service';
import { getRunEstimate } from '@atrium/contract/test-runs/run-history';
import {
  getCurrentTestRun,
  getTestRunChanges,
  listTests,
  runTests,
} from '@atrium/contract/test-runs/test-runs';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun, buildTest } from '../run.fixture.ts';
import { TestRunner } from './TestRunner.tsx';

const ended = buildRun({ fine: null }, { revision: 3 });
const tests = [buildTest('fine', null, { status: 'RUNNING', duration: null })];
const running = buildRun(
  {},
  {
    status: 'RUNNING',
    counts: { RUNNING: 1 },
    servicesTests: [{ serviceId: 'shop', version: 3, error: null, tests }],
  },
);

it('is used with the keyboard, and says how the run has ended', async () => {
  const end = Promise.withResolvers<void>();
  signIn('tests.read', 'tests.run');
  answer(listServices, () => ({ services: [] }));
  answer(listChildren, () => []);
  answer(getRunEstimate, () => ({ tests: {}, pace: null }));
  answer(getCurrentTestRun, () => new Response(null, { status: 204 }));
  answer(listTests, () => ({
    ...ended,
    runId: null,
    status: null,
    userId: null,
    userName: null,
    startedAt: null,
    duration: null,
  }));
  answer(runTests, () => running);
  answer(getTestRunChanges, async () => {
    await end.promise;
    return {
      ...ended,
      tests: ended.servicesTests.flatMap((group) => group.tests),
      versions: { shop: 3 },
      errors: {},
    };
  });
  const screen = await draw(
    <div id="content">
      <TestRunner />
    </div>,
  );
  const heading = screen.getByRole('heading', { level: 1 });
  await expect.element(screen.getByText('1 of 1 tests selected')).toBeVisible();
  screen.getByRole('button', { name: 'Run', exact: true }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Running: 0 of 1 done')).toBeVisible();
  await expect.element(heading).toHaveFocus();

  const verdict = screen.getByRole('status').filter({ hasText: 'The only test passed' });
  await expect.element(verdict).not.toBeInTheDocument();
  end.resolve();
  await expect.element(verdict).toBeInTheDocument();

  screen.getByRole('button', { name: 'New Test Run' }).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('1 of 1 tests selected')).toBeVisible();
  await expect.element(heading).toHaveFocus();
});

it('says that only oneself is offered because the child users could not be loaded', async () => {
  signIn('tests.read', 'tests.run');
  answer(listServices, () => ({ services: [] }));
  answer(getCurrentTestRun, () => new Response(null, { status: 204 }));
  answer(listTests, () => ({
    ...ended,
    runId: null,
    status: null,
    userId: null,
    userName: null,
    startedAt: null,
    duration: null,
  }));
  answer(listChildren, () => refusal(500, 'Sorry.'));
  const screen = await draw(<TestRunner />);
  const alert = screen.getByRole('alert').filter({ hasText: 'child users' });
  await expect.element(alert).toBeVisible();
  answer(listChildren, () => []);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(alert).not.toBeInTheDocument();
  answer(listChildren, () => refusal(500, 'Sorry.'));
  await screen.client.refetchQueries();
  await expect.element(alert).not.toBeInTheDocument();
});

it('offers the child users who have accepted their invitation', async () => {
  signIn('tests.read', 'tests.run');
  answer(listServices, () => ({ services: [] }));
  const child = { email: '', firstName: '', lastName: '', roles: [], createdOn: '2026-11-01T00:00:00.000Z' };
  answer(listChildren, () => [
    { ...child, userId: 'bo', username: 'bo', isConfirmed: true },
    { ...child, userId: 'chidi', username: 'chidi', isConfirmed: false },
  ]);
  answer(getRunEstimate, () => ({ tests: {}, pace: null }));
  answer(getCurrentTestRun, () => new Response(null, { status: 204 }));
  const none = { runId: null, status: null, userId: null, userName: null, startedAt: null, duration: null };
  answer(listTests, () => ({ ...ended, ...none }));
  const screen = await draw(
    <div id="content">
      <TestRunner />
    </div>,
  );
  const runAs = screen.getByLabelText('Run As');
  await expect.element(runAs).toMatchTextContent(/bo$/);
  expect(runAs.element().textContent).not.toContain('chidi');
});
