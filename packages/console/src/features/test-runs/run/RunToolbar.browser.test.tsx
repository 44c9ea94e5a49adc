import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun } from '../run.fixture.ts';
import { RunToolbar } from './RunToolbar.tsx';

it('a press that comes when the run has just ended leads nowhere', async () => {
  const ended = Promise.withResolvers<void>();
  const onNewRun = vi.fn<() => void>();
  const onStop = vi.fn<() => void>();
  function Page() {
    const [status, setStatus] = useState<'RUNNING' | 'OK'>('RUNNING');
    void ended.promise.then(() => setStatus('OK'));
    return (
      <RunToolbar
        run={buildRun({ fine: null }, { status })}
        onBack={undefined}
        onStop={onStop}
        onNewRun={onNewRun}
      />
    );
  }
  signIn('tests.run');
  const screen = await draw(<Page />);
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
  function Page() {
    const [status, setStatus] = useState<'RUNNING' | 'OK'>('RUNNING');
    void ended.promise.then(() => setStatus('OK'));
    const run = buildRun({ fine: null }, { status });
    return <RunToolbar run={run} onBack={undefined} onStop={() => {}} onNewRun={() => {}} />;
  }
  signIn('tests.run');
  const screen = await draw(<Page />);
  (screen.getByRole('button', { name: 'Stop' }).element() as HTMLElement).focus();
  ended.resolve();
  await expect.element(screen.getByRole('button', { name: 'New Test Run' })).toHaveFocus();
  await expect.element(screen.getByText('Stop', { exact: true })).not.toBeVisible();
});

it('the buttons of a run that has ended stay where they are under the pointer', async () => {
  signIn('tests.run');
  const screen = await draw(
    <RunToolbar run={buildRun({ fine: null })} onBack={undefined} onStop={() => {}} onNewRun={() => {}} />,
  );
  const button = screen.getByRole('button', { name: 'New Test Run' });
  const { left } = button.element().getBoundingClientRect();
  await button.hover();
  expect(button.element().getBoundingClientRect().left).toBe(left);
  await expect.element(screen.getByText('Stop', { exact: true })).not.toBeInTheDocument();
});
