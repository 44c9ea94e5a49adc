import type { TestHistory } from '@atrium/contract/test-runs/test-history';
import type { TestRunSummary } from '@atrium/contract/test-runs/test-run';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { HeatRow } from './HeatRow.tsx';

const runs = ['a', 'b', 'c'].map((runId, day) => {
  return { runId, startedAt: `2026-11-0${day + 1}T09:00:00Z` } as TestRunSummary;
});

function Row({ onOpen }: { onOpen: (testId: string, runId: string) => void }) {
  const [count, setCount] = useState(3);
  const results = 'OOO'.slice(0, count);
  const test: TestHistory = { id: 't', fullPath: 'tests/t.js', results, averageMs: 1, isFlaky: false };
  return (
    <>
      <button type="button" onClick={() => setCount(2)}>
        Fewer
      </button>
      <HeatRow test={test} runs={runs.slice(0, count)} onOpen={onOpen} />
    </>
  );
}

it('stays among the runs when there are fewer of them', async () => {
  const onOpen = vi.fn<(testId: string, runId: string) => void>();
  const screen = await draw(<Row onOpen={onOpen} />);
  const slider = screen.getByRole('slider');
  await expect.element(slider).toHaveAttribute('aria-valuenow', '3');
  await screen.getByRole('button', { name: 'Fewer' }).click();
  await expect.element(slider).toHaveAttribute('aria-valuenow', '2');
  await userEvent.keyboard('{Tab}{Enter}');
  expect(onOpen).toHaveBeenCalledWith('t', 'b');
});
