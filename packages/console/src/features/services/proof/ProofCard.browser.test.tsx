import { getProof } from '@atrium/contract/test-runs/proof';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { ProofCard } from './ProofCard.tsx';

const place = { folderPath: 'functions', name: 'tea.js' };
const checksum = 'a'.repeat(40);
const run = { runId: '01a229d5-c363-77ce-a304-ac263d868cbf', isSameContent: false };
const reaching = [
  { ...run, id: 'shop/tests/tea/pours', status: 'FAIL' as const },
  { ...run, id: 'content/tests/teas', status: 'OK' as const },
];

it('runs the tests that reach a file, which changed since they ran', async () => {
  answer(getProof, () => ({
    proof: { ...place, checksum, tests: 2, passing: 0, failing: 0, passed: null },
    reaching,
    recording: 'RECORDED' as const,
    missing: [],
  }));
  const sent = vi.fn<(body: unknown) => void>();
  answer(runTests, ({ body }) => {
    sent(body);
    return Response.json(
      { status: 409, message: 'Tests are running.', requestId: 'x', details: { runId: run.runId } },
      { status: 409 },
    );
  });
  signIn('tests.read', 'tests.run');
  const screen = await draw(
    <ProofCard serviceId="shop" place={place} checksum={checksum} thing="function" />,
  );
  await screen.getByRole('button', { name: 'Run these tests' }).click();
  await expect.element(screen.getByRole('link', { name: 'Show the running tests' })).toBeVisible();
  expect(sent.mock.lastCall).toMatchObject([
    {
      servicesTests: [
        { serviceId: 'shop', tests: [{ id: 'shop/tests/tea/pours', action: 'RUN' }] },
        { serviceId: 'content', tests: [{ id: 'content/tests/teas', action: 'RUN' }] },
      ],
    },
  ]);
});
