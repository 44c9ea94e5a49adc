import { listServices } from '@atrium/contract/services/service';
import type { TestRun } from '@atrium/contract/test-runs/test-run';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { buildRun, buildTest } from '../run.fixture.ts';
import { RunTests } from './RunTests.tsx';

const RESULT = 'tea and biscuits, '.repeat(5).trim();
const passed = buildTest('a', null, { result: RESULT });

function runWith(b: 'RUNNING' | 'OK'): TestRun {
  const tests = [passed, buildTest('b', null, { status: b })];
  const counts = b === 'OK' ? { OK: 2 } : { OK: 1, RUNNING: 1 };
  return buildRun(
    {},
    { status: b, counts, servicesTests: [{ serviceId: 'shop', version: 3, tests, error: null }] },
  );
}

it('keeps an open result when the run ends', async () => {
  answer(listServices, () => ({ services: [] }));
  const ended = Promise.withResolvers<void>();
  function Page() {
    const [run, setRun] = useState(() => runWith('RUNNING'));
    void ended.promise.then(() => setRun(runWith('OK')));
    return <RunTests mode="run" run={run} />;
  }
  const screen = await draw(<Page />);
  await screen.getByRole('button', { name: /^Result of a/ }).click();
  await expect.element(screen.getByText(RESULT)).toBeVisible();
  ended.resolve();
  await expect.element(screen.getByText('2 passed')).toBeInTheDocument();
  await expect.element(screen.getByText(RESULT)).toBeVisible();
});

it('folds what passed only once no one is in the list', async () => {
  answer(listServices, () => ({ services: [] }));
  const ended = Promise.withResolvers<void>();
  function Page() {
    const [run, setRun] = useState(() => runWith('RUNNING'));
    void ended.promise.then(() => setRun(runWith('OK')));
    return <RunTests mode="run" run={run} onCancel={() => undefined} />;
  }
  const screen = await draw(<Page />);
  // Away from the list.
  await screen.getByRole('searchbox').hover();
  const cancel = screen.getByRole('button', { name: 'Cancel b.js' });
  await expect.element(cancel).toBeVisible();
  const element = cancel.element() as HTMLElement;
  element.focus();
  ended.resolve();
  await expect.element(cancel).toHaveAccessibleDescription('The test has ended.');
  await expect.element(cancel).toHaveFocus();
  await expect.element(screen.getByText('2 passed')).not.toBeInTheDocument();
  element.blur();
  await expect.element(screen.getByText('2 passed')).toBeVisible();
});

it('folds what was left out when the run was started, unless someone looks for it', async () => {
  answer(listServices, () => ({ services: [] }));
  const off = buildTest('off', null, { action: 'SKIP', status: 'SKIPPED' });
  const tests = [off, buildTest('runs', null, { status: 'RUNNING' })];
  const run = buildRun(
    {},
    {
      status: 'RUNNING',
      counts: { SKIPPED: 1, RUNNING: 1 },
      servicesTests: [{ serviceId: 'shop', version: 3, tests, error: null }],
    },
  );
  const screen = await draw(<RunTests mode="run" run={run} />);
  await expect.element(screen.getByRole('button', { name: 'runs.js', exact: true })).toBeVisible();
  const left = screen.getByRole('button', { name: 'off.js', exact: true });
  await expect.element(left).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '1 left out' }).click();
  await expect.element(left).toBeVisible();
  await screen.getByRole('searchbox').fill('off');
  await expect.element(left).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '1 left out' })).not.toBeInTheDocument();
});
