import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { useLateComparison } from './use-late-comparison.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function Comparison({ other = [] }: { other?: readonly object[] }) {
  const [compared, setCompared] = useState({});
  const { isLate, goOn } = useLateComparison([compared, ...other]);
  return (
    <>
      <p>{isLate ? 'old' : 'fresh'}</p>
      <button onClick={() => setCompared({})}>Compare again</button>
      <button onClick={goOn}>Continue</button>
    </>
  );
}

it('is old two minutes after the last comparison, and again two minutes after going on', async () => {
  const screen = await draw(<Comparison />);
  const state = screen.getByRole('paragraph');
  vi.advanceTimersByTime(119_000);
  await screen.getByRole('button', { name: 'Compare again' }).click();
  vi.advanceTimersByTime(119_000);
  await expect.element(state).toHaveTextContent('fresh');
  vi.advanceTimersByTime(1_000);
  await expect.element(state).toHaveTextContent('old');

  await screen.getByRole('button', { name: 'Continue' }).click();
  await expect.element(state).toHaveTextContent('fresh');
  vi.advanceTimersByTime(120_000);
  await expect.element(state).toHaveTextContent('old');
  await screen.getByRole('button', { name: 'Compare again' }).click();
  await expect.element(state).toHaveTextContent('fresh');
});

it('is old two minutes after the first of several comparisons, also if another one is compared again', async () => {
  const screen = await draw(<Comparison other={[{}]} />);
  const state = screen.getByRole('paragraph');
  vi.advanceTimersByTime(119_000);
  await screen.getByRole('button', { name: 'Compare again' }).click();
  vi.advanceTimersByTime(1_000);
  await expect.element(state).toHaveTextContent('old');
});
