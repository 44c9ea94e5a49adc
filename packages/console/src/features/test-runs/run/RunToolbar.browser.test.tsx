import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun } from '../run.fixture.ts';
import { RunPanel } from './RunPanel.tsx';
import { RunToolbar } from './RunToolbar.tsx';

interface RunProps {
  ended: Promise<void>;
  onStop?: () => void;
  onNewRun?: () => void;
}

/** The bar and the panel of a run that ends. */
function Run({ ended, onStop = () => {}, onNewRun = () => {} }: RunProps) {
  const [status, setStatus] = useState<'RUNNING' | 'OK'>('RUNNING');
  const newRun = useRef<HTMLButtonElement>(null);
  void ended.then(() => setStatus('OK'));
  const run = buildRun({ fine: null }, { status });
  return (
    <>
      <RunToolbar run={run} onBack={undefined} newRun={newRun} onNewRun={onNewRun} />
      <RunPanel run={run} next={newRun} onStop={onStop} />
    </>
  );
}

it('a press that comes when the run has just ended leads nowhere', async () => {
  const ended = Promise.withResolvers<void>();
  const onNewRun = vi.fn<() => void>();
  const onStop = vi.fn<() => void>();
  signIn('tests.run');
  const screen = await draw(<Run ended={ended.promise} onStop={onStop} onNewRun={onNewRun} />);
  const stop = screen.getByRole('button', { name: 'Stop' });
  await stop.hover();
  const { x, y, width, height } = stop.element().getBoundingClientRect();
  ended.resolve();
  await expect.element(screen.getByRole('button', { name: 'New Test Run' })).toBeVisible();
  await expect.element(screen.getByText('Stop', { exact: true })).not.toBeVisible();
  const pressed = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button');
  pressed?.click();
  expect(onNewRun).not.toHaveBeenCalled();
  expect(onStop).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'New Test Run' }).click();
  expect(onNewRun).toHaveBeenCalledOnce();
});

it('the focus goes on from the button that stops a run to the one that starts another', async () => {
  const ended = Promise.withResolvers<void>();
  signIn('tests.run');
  const screen = await draw(<Run ended={ended.promise} />);
  (screen.getByRole('button', { name: 'Stop' }).element() as HTMLElement).focus();
  ended.resolve();
  await expect.element(screen.getByRole('button', { name: 'New Test Run' })).toHaveFocus();
  await expect.element(screen.getByText('Stop', { exact: true })).not.toBeVisible();
});

it('the panel of a running run has a spinner and Stop, unless the title of the page spins', async () => {
  signIn('tests.run');
  const run = buildRun({ fine: null }, { status: 'RUNNING' });
  const stop = () => undefined;
  const screen = await draw(<RunPanel run={run} onStop={stop} />);
  const panel = screen.getByRole('region', { name: 'Test run' });
  await expect.element(panel.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect.element(panel.getByText('Tests are running')).toBeInTheDocument();
  await screen.rerender(<RunPanel run={run} isTitleSpinning onStop={stop} />);
  await expect.element(panel.getByText('Tests are running')).not.toBeInTheDocument();
  await expect.element(panel.getByRole('button', { name: 'Stop' })).toBeVisible();
  await screen.rerender(<RunPanel run={buildRun({ fine: null })} onStop={stop} />);
  await expect.element(screen.getByText('Stop', { exact: true })).not.toBeVisible();
});
