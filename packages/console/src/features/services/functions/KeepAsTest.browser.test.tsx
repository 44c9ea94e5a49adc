import { editFiles } from '@atrium/contract/configuration/edit';
import { listInvocations } from '@atrium/contract/service-api/functions/invocations';
import { exportMetadata } from '@atrium/contract/service-api/versions/export';
import { getTestRun, runTests } from '@atrium/contract/test-runs/test-runs';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { KeepAsTest } from './KeepAsTest.tsx';

const at = <E extends { path: string }>(endpoint: E) =>
  ({ ...endpoint, path: `/services/shop${endpoint.path}` }) as const;

const call = {
  function: 'orders/create',
  status: 'FAIL' as const,
  durationMs: 3,
  event: null,
  input: '{"id":1}',
  result: '',
  console: '',
  failure: { name: 'TypeError', message: 'x is not a function', stack: [] },
};
const succeeded = {
  ...call,
  id: '0197a000-0000-7000-8000-0000000000a1',
  calledOn: '2026-11-24T12:00:00.000Z',
  version: 1,
  userId: 'ada',
  source: 'CONSOLE' as const,
  status: 'OK' as const,
  memoryBytes: 1,
  error: null,
  result: '{"ok":true}',
  failure: null,
};

it('proposes the result of the last call that succeeded, and says why a test could not be run', async () => {
  const saved: unknown[] = [];
  answer(at(listInvocations), () => ({ content: [succeeded], hasMore: false }));
  answer(at(exportMetadata), () => ({ version: 4, folders: [], defaultActions: {} }));
  answer(editFiles, ({ body }) => {
    saved.push(body.files);
    return { version: 5, backupId: null };
  });
  answer(runTests, () => refusal(409, 'Tests are running.'));
  answer(getTestRun, () => refusal(404, 'There is no such run.'));
  signIn('configuration.write', 'tests.run');
  const screen = await draw(<KeepAsTest serviceId="shop" call={call} />);
  await screen.getByRole('button', { name: 'Keep as test' }).click();
  const name = screen.getByLabelText(/^Name/);
  await expect.element(name).toHaveValue('orders/create/typeerror-x-is-not-a-function');
  await expect.element(screen.getByLabelText(/^Expected result/)).toHaveValue('{\n  "ok": true\n}');
  await name.fill('orders/works');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText(/is saved as version 5\./)).toBeVisible();
  await expect.element(screen.getByText('Tests are running.')).toBeVisible();
  expect(saved).toEqual([
    [
      {
        folderPath: 'tests/orders',
        name: 'works.js',
        checksum: null,
        content: expect.stringContaining('expect(result).to.deep.equal({ "ok": true });') as string,
      },
    ],
  ]);
});

it('is not there for a call that succeeded or of which the input is cut', async () => {
  signIn('configuration.write');
  const screen = await draw(
    <>
      <KeepAsTest serviceId="shop" call={{ ...call, failure: null }} />
      <KeepAsTest serviceId="shop" call={{ ...call, input: '{"id":' }} />
    </>,
  );
  expect(screen.getByRole('button').elements()).toEqual([]);
});
