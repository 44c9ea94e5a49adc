import { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { expect, expectStatus } from './report.mjs';

/**
 * Files that tests reach. A service may leave them out.
 * @param {import('./report.mjs').Report} report
 * @param {ReturnType<typeof import('./report.mjs').createClient>} service
 * @param {string[]} tests
 */
export async function reachChecks(report, service, tests) {
  await report.check('says what its tests reach by files that it has named, or says nothing', async () => {
    const answer = await service.call('POST', '/tests/run', {
      body: { runId: 'conformance-reach', tests, reach: true },
    });
    expectStatus(answer, 200);
    let named = 0;
    for (const text of answer.text.trim().split('\n')) {
      const line = ServiceTestLine.parse(JSON.parse(text));
      if (!('id' in line) || line.reach === undefined) continue;
      expect(line.status !== 'RUNNING', `${line.id}: a test that runs has not reached everything yet`);
      named += line.reach.added.length;
      const unknown = line.reach.files.find((number) => number >= named);
      expect(unknown === undefined, `${line.id}: the file ${unknown} has not been named`);
    }
  });
}
