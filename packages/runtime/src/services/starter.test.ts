import { expect, it } from 'vitest';
import { startTestServices } from '../../test/support.ts';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: string; status?: string; result?: unknown; done?: true });

it.each(['hyper-dispatch', 'content'])('the starter tests of %s all pass', async (serviceId) => {
  await using services = await startTestServices();
  const { body: list } = await services.call('GET', `/${serviceId}/tests`);
  expect(list.tests.length).toBeGreaterThanOrEqual(20);
  const { body } = await services.call<string>('POST', `/${serviceId}/tests/run`, {
    body: { runId: 'run-1' },
  });
  const lines = linesOf(body);
  const failed = lines.filter(({ status }) => status === 'FAIL');
  expect(failed).toEqual([]);
  expect(lines.at(-1)).toMatchObject({ done: true, ok: list.tests.length, failed: 0, version: 1 });
});
