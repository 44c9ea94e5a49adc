import type { Api } from '../../support/api.ts';
import { apiOf, registerPerson } from '../../support/personas.ts';
import { startPostgres } from '../../support/postgres.ts';
import { expect, test } from '../../support/test.ts';
import { addTests } from './demo-tests.ts';
import { startRoleProcesses } from './role-processes.ts';

const victims = ['jobs', 'runtime', 'services', 'web'] as const;
/** Each kind once; `ATRIUM_KILL_ROUNDS=20` is the full proof. */
const rounds = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? victims.length);
/** A second of work for two cores. */
const TESTS = 20;

test.describe.configure({ timeout: 120_000 + rounds * 120_000 });

const busy = `export default function busy({ user }) {
  const end = Date.now() + 100;
  while (Date.now() < end);
  return user.id;
}
`;

interface Test {
  id: string;
  status: string;
  result: unknown;
}

interface Run {
  status: string;
  counts: Record<string, number>;
  servicesTests: { tests: Test[] }[];
}

const testsOf = ({ servicesTests }: Run) => servicesTests.flatMap(({ tests }) => tests);
const isUnfinished = ({ status }: Test) => status === 'RUNNING' || status === 'PENDING';

/** The services may not be back yet from the round before. */
async function start(api: Api): Promise<string> {
  let runId = '';
  await expect
    .poll(
      async () => {
        const answer = await api.call('POST', '/console/v1/tests/run', {});
        runId = (answer.body as { runId?: string }).runId ?? '';
        return answer.status;
      },
      { timeout: 60_000, intervals: [500] },
    )
    .toBe(200);
  return runId;
}

/** Some of its tests have ended, and some have not. */
async function waitUntilAmid(api: Api, runId: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const tests = testsOf(await api.must<Run>('GET', `/console/v1/tests/run/get/${runId}`));
        const unfinished = tests.filter(isUnfinished).length;
        return unfinished > 0 && unfinished < tests.length;
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBe(true);
}

test('a run ends with one result for each test, whatever is killed in the middle', async () => {
  const postgres = await startPostgres();
  const atrium = await startRoleProcesses(postgres.url);
  try {
    const api = await apiOf(atrium.url, await registerPerson(atrium.url));
    const files = Object.fromEntries(
      Array.from({ length: TESTS }, (_, index) => [`busy-${String(index).padStart(3, '0')}.js`, busy]),
    );
    await addTests(api, files);
    for (let round = 0; round < rounds; round += 1) {
      const victim = victims[round % victims.length] ?? 'jobs';
      const runId = await start(api);
      await waitUntilAmid(api, runId);
      const killedAt = Date.now();
      if (victim === 'runtime') atrium.killRuntime();
      else await atrium.kill(victim);
      await expect
        .poll(
          async () => {
            // The web process may be the one that is being started again.
            const answer = await api.call('GET', `/console/v1/tests/run/get/${runId}`).catch(() => undefined);
            return (answer?.body as Run | undefined)?.status;
          },
          { timeout: 110_000, intervals: [250] },
        )
        .toMatch(/^(OK|FAIL)$/);
      const run = await api.must<Run>('GET', `/console/v1/tests/run/get/${runId}`);
      const tests = testsOf(run);
      const unfinished = tests.filter(isUnfinished);
      const failed = tests.filter(({ status }) => status === 'FAIL');
      const counted = Object.values(run.counts).reduce((sum, count) => sum + count, 0);
      console.log(`round ${round + 1}: ${victim} killed, ${Date.now() - killedAt} ms, ${run.status}`);
      expect({ victim, unfinished, failed }).toEqual({ victim, unfinished: [], failed: [] });
      expect(new Set(tests.map(({ id }) => id)).size).toBe(tests.length);
      expect(counted).toBe(tests.length);
      expect(tests.filter(({ id }) => id.includes('/demo/busy-'))).toHaveLength(TESTS);
    }
  } finally {
    await atrium.stop();
    await postgres.stop();
  }
});
