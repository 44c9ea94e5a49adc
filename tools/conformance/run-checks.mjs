import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorBody } from '@atrium/contract/errors';
import { FunctionFailure } from '@atrium/contract/service-api/functions/invoke';
import { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { listServiceTests } from '@atrium/contract/service-api/functions/tests';
import { invocationChecks } from './invocation-checks.mjs';
import { reachChecks } from './reach-checks.mjs';
import { expect, expectStatus } from './report.mjs';

const USAGE_WITHIN_MS = 30_000;

/**
 * Tests, functions and metering.
 * @param {import('./report.mjs').Report} report
 * @param {ReturnType<typeof import('./report.mjs').createClient>} service
 * @param {Awaited<ReturnType<typeof import('./platform.mjs').startPlatform>>} platform
 */
export async function runChecks(report, service, platform) {
  report.section('Tests');
  /** @type {import('@atrium/contract/service-api/functions/tests').ServiceTest[]} */
  let tests = [];
  await report.check('lists its tests', async () => {
    tests = (await service.get(listServiceTests)).data.tests;
    expect(new Set(tests.map(({ id }) => id)).size === tests.length, 'an id stands twice');
  });
  const chosen = tests
    .filter(({ disabled }) => !disabled)
    .slice(0, 5)
    .map(({ id }) => id);
  await report.check('runs tests, one line for each change of state, and says when it is done', async () => {
    const answer = await service.call('POST', '/tests/run', {
      body: { runId: 'conformance', tests: [...chosen, 'no/such/test'] },
    });
    expectStatus(answer, 200);
    expect(
      answer.headers.get('content-type')?.startsWith('application/x-ndjson'),
      'not application/x-ndjson',
    );
    const lines = answer.text
      .trim()
      .split('\n')
      .map((line) => ServiceTestLine.parse(JSON.parse(line)));
    const last = lines.at(-1);
    const states = lines.filter((line) => 'id' in line);
    expect(
      last && 'done' in last && last.runId === 'conformance',
      'the last line does not say that it is done',
    );
    for (const id of chosen) {
      const seen = states.filter((line) => line.id === id).map(({ status }) => status);
      expect(/^(RUNNING,)?(OK|FAIL)$/.test(seen.join()), `${id}: ${seen.join()}`);
    }
    expect(
      states.some((line) => line.id === 'no/such/test' && line.status === 'SKIPPED'),
      'an unknown test is not SKIPPED',
    );
  });
  await reachChecks(report, service, chosen);
  await report.check('takes a cancel for a run that is over', async () => {
    expectStatus(await service.call('POST', '/tests/cancel', { body: { runId: 'conformance' } }), 204);
  });

  const hasFunctions = service.registration?.metrics.some(({ metric }) => metric === 'invoke');
  let called = 0;
  if (hasFunctions) {
    report.section('Functions');
    await report.check('answers 404 for a function that is not there', async () => {
      expectStatus(await service.call('POST', '/invoke/conformance/none', { body: {} }), 404);
    });
    await report.check('calls a function, as it stands in the configuration', async () => {
      for (const answer of [1, 2]) {
        const { version } = (await service.call('GET', '/tests')).json;
        const content = `export default (input, { user, domain }) => ({ answer: ${answer}, input, user: user.id, domain: domain.id });\n`;
        const files = [{ name: 'echo.js', action: 'remote', content }];
        expectStatus(
          await service.call('POST', '/import', {
            body: { baseVersion: version, folders: [{ name: 'functions/conformance', files }] },
          }),
          200,
        );
        const { json } = await service.call('POST', '/invoke/conformance/echo', { body: { a: ['ü'] } });
        called += 1;
        const wanted = {
          answer,
          input: { a: ['ü'] },
          user: service.ann.userId,
          domain: service.ann.domainId,
        };
        expect(JSON.stringify(json) === JSON.stringify(wanted), JSON.stringify(json));
      }
    });
    await report.check('says where a function failed', async () => {
      const { version } = (await service.call('GET', '/tests')).json;
      const files = [
        {
          name: 'bad.js',
          action: 'remote',
          content: 'export default async () => {\n  await null;\n  null.x;\n};\n',
        },
      ];
      await service.call('POST', '/import', {
        body: { baseVersion: version, folders: [{ name: 'functions/conformance', files }] },
      });
      const answer = await service.call('POST', '/invoke/conformance/bad', { body: {} });
      called += 1;
      expectStatus(answer, 422);
      const failure = FunctionFailure.parse(ErrorBody.parse(answer.json).details);
      expect(failure.file === 'functions/conformance/bad.js' && failure.line === 3, JSON.stringify(failure));
    });
    called += await invocationChecks(report, service);
  }

  report.section('Metering');
  await report.check('sends what was used, once', async () => {
    // All of them ran twice: the second time to hear what they reach.
    const tested = 2 * chosen.length;
    if (called === 0 && tested === 0) return;
    const { domainId, userId } = service.ann;
    const sum = (metric) =>
      platform
        .usageOf(domainId)
        .filter((event) => event.type === 'COUNTER' && event.metric === metric)
        .reduce((total, { quantity }) => total + quantity, 0);
    const until = performance.now() + USAGE_WITHIN_MS;
    while (performance.now() < until && (sum('invoke') < called || sum('test') < tested)) await sleep(250);
    expect(sum('invoke') === called, `${sum('invoke')} calls were counted, ${called} were made`);
    expect(sum('test') === tested, `${sum('test')} tests were counted, ${tested} were run`);
    const events = platform.usageOf(domainId);
    expect(
      events
        .filter(({ serviceId }) => serviceId === service.serviceId)
        .every((event) => event.userId === userId),
      'of another user',
    );
    const known = new Set(service.registration?.metrics.map(({ metric }) => metric));
    const unknown = events.filter(
      ({ serviceId, metric }) => serviceId === service.serviceId && !known.has(metric),
    );
    expect(
      unknown.length === 0,
      `metrics that the registration does not name: ${unknown.map(({ metric }) => metric).join()}`,
    );
    expect(platform.problems.length === 0, platform.problems.join('; '));
  });
}
