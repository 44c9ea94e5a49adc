import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { buildTest } from '../run.fixture.ts';
import { CancelTest } from './CancelTest.tsx';

it('keeps the focus when the test ends by itself, until it is left', async () => {
  const ended = Promise.withResolvers<void>();
  const canceled: string[] = [];
  function Row() {
    const [status, setStatus] = useState<'RUNNING' | 'OK'>('RUNNING');
    void ended.promise.then(() => setStatus('OK'));
    const test = buildTest('slow', null, { status });
    return <CancelTest test={test} refusal={undefined} onCancel={({ id }) => canceled.push(id)} />;
  }
  const screen = await draw(<Row />);
  const button = screen.getByRole('button', { name: 'Cancel slow.js' });
  const element = button.element() as HTMLElement;
  element.focus();
  ended.resolve();
  await expect.element(button).toHaveAccessibleDescription('The test has ended.');
  await expect.element(button).toHaveFocus();
  element.click();
  expect(canceled).toEqual([]);
  element.blur();
  await expect.element(button).not.toBeInTheDocument();
});
