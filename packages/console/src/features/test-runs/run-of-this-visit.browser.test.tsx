import { getLatestTestRun } from '@atrium/contract/test-runs/test-runs';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { signIn } from '../../../test/sign-in.ts';
import { buildRun } from './run.fixture.ts';
import { latestRunQuery, useRunOfThisVisit } from './run-of-this-visit.ts';

const older = buildRun({ slow: 'too slow' });
const newer = { ...older, runId: '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6b' };

function Visits() {
  const [isThere, setThere] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setThere(!isThere)}>
        {isThere ? 'Leave' : 'Visit'}
      </button>
      {isThere && <Latest />}
    </>
  );
}

function Latest() {
  const { run } = useRunOfThisVisit(latestRunQuery());
  return <p>{run?.runId ?? 'Reading …'}</p>;
}

it('shows the run that was read ahead at once, and that of an earlier visit never', async () => {
  signIn('tests.read');
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  let asked = 0;
  answer(getLatestTestRun, async () => {
    asked += 1;
    await mayAnswer;
    return newer;
  });
  const screen = await draw(<Visits />);
  const { queryKey } = latestRunQuery();
  screen.client.setQueryData(queryKey, older);
  await screen.getByRole('button', { name: 'Visit' }).click();
  await expect.element(screen.getByText(older.runId)).toBeVisible();
  expect(asked).toBe(0);
  await screen.getByRole('button', { name: 'Leave' }).click();

  await screen.getByRole('button', { name: 'Visit' }).click();
  await expect.element(screen.getByText('Reading …')).toBeVisible();
  letAnswer();
  await expect.element(screen.getByText(newer.runId)).toBeVisible();
});
