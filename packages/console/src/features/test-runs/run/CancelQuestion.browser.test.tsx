import { cancelTest } from '@atrium/contract/test-runs/test-results';
import { useEffect, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { buildTest } from '../run.fixture.ts';
import { CancelQuestion } from './CancelQuestion.tsx';

const runId = '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6a';
const test = buildTest('tests/slow', null, { status: 'RUNNING' });
const onClose = vi.fn<() => void>();

/** The run ends without a click. */
function Question({ end }: { end?: Promise<void> }) {
  const [isRunning, setRunning] = useState(true);
  useEffect(() => void end?.then(() => setRunning(false)), [end]);
  return <CancelQuestion runId={runId} isRunning={isRunning} target={test} onClose={onClose} />;
}

it('cancels the test in the run that is shown', async () => {
  const asked = vi.fn<(body: unknown) => void>();
  answer(cancelTest, ({ body }) => {
    asked(body);
    return { runId };
  });
  const screen = await draw(<Question />);
  await screen.getByRole('button', { name: 'Cancel test' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).toHaveBeenCalledWith({ id: test.id, runId });
});

it('asks no longer when the run has ended', async () => {
  const end = Promise.withResolvers<void>();
  const screen = await draw(<Question end={end.promise} />);
  const question = screen.getByRole('alertdialog', { name: 'Cancel the test?' });
  await expect.element(question).toBeVisible();
  end.resolve();
  await expect.element(question).not.toBeInTheDocument();
});
