import { listChildren } from '@atrium/contract/accounts/children';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { buildRun } from '../run.fixture.ts';
import { RerunTests } from './RerunTests.tsx';

const run = buildRun({ fails: 'gone' });
const RUNNING_ID = '0198c1de-7c5a-7c00-8d3f-1f2e3d4c5b6b';

it('runs what a colleague ran as the reader, says so, and leads to a run that is in the way', async () => {
  signIn('tests.run');
  answer(listChildren, () => []);
  const sent: unknown[] = [];
  answer(runTests, ({ body }) => {
    sent.push(body?.userId);
    const refused = {
      status: 409,
      message: 'Tests are running.',
      requestId: 'r',
      details: { runId: RUNNING_ID },
    };
    return Response.json(refused, { status: 409 });
  });
  const tests = run.servicesTests.flatMap((group) => group.tests);
  const screen = await draw(
    <RerunTests run={run} tests={tests}>
      Rerun failed
    </RerunTests>,
  );
  await screen.getByRole('button', { name: 'Rerun failed as myself' }).click();
  await screen.getByRole('button', { name: 'Show the running tests' }).click();
  expect(sent).toEqual([null]);
  expect(screen.router.state.location.search).toMatchObject({ runId: RUNNING_ID });
});
