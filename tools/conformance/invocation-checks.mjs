import {
  countInvocations,
  countLatestInvocations,
} from '@atrium/contract/service-api/functions/invocation-counts';
import {
  getInvocation,
  listInvocations,
  tryFunction,
} from '@atrium/contract/service-api/functions/invocations';
import { expect, expectStatus } from './report.mjs';

const LOGGED_WITHIN_MS = 10_000;
const NAME = 'conformance/echo';

/**
 * The log of calls: optional. After the checks of functions, which left `conformance/echo` and `conformance/bad`, and in
 * their domain, so that the call that is tried here is metered with theirs.
 * @param {import('./report.mjs').Report} report
 * @param {ReturnType<typeof import('./report.mjs').createClient>} service
 * @returns {Promise<number>} how many calls were made
 */
export async function invocationChecks(report, service) {
  report.section('Calls and their log');
  const { ann, zoe } = service;
  if ((await service.call('GET', '/invocations')).status === 404) {
    report.skip('this service keeps no log of calls, which is optional');
    return 0;
  }
  /** @type {import('@atrium/contract/service-api/functions/invocations').InvocationDetails | undefined} */
  let tried;
  await report.check('tries a function, and answers with all that is known of the call', async () => {
    const body = { function: NAME, input: '{"a":["ü"]}' };
    tried = (await service.get(tryFunction, undefined, { body })).data;
    expect(tried.status === 'OK' && tried.source === 'CONSOLE', `${tried.status}, ${tried.source}`);
    expect(tried.function === NAME && tried.userId === ann.userId, `${tried.function}, ${tried.userId}`);
    expect(JSON.parse(tried.result).answer === 2, `the result is ${tried.result}`);
  });
  await report.check('answers 404 when a function that is not there is tried', async () => {
    const body = { function: 'conformance/none', input: '' };
    expectStatus(await service.call('POST', '/invocations', { body }), 404);
  });
  const list = async (query, as = ann) =>
    (await service.get(listInvocations, `/invocations${query}`, { as })).data;
  await report.check('logs calls within ten seconds, newest first', async () => {
    const found = await within(
      () => list(''),
      (page) => has(page, tried),
    );
    expect(has(found, tried), `the call ${tried?.id} is not in the log`);
    const times = found.content.map(({ calledOn }) => calledOn);
    expect(times.join() === times.toSorted().toReversed().join(), `the order is ${times.join()}`);
  });
  await report.check('filters the log by function, outcome and source, and pages it', async () => {
    const failed = await list('?status=FAIL&function=conformance/bad');
    expect(failed.content.length > 0, 'the call that failed is not found');
    expect(
      failed.content.every((one) => one.status === 'FAIL' && one.function === 'conformance/bad'),
      'other calls are found, too',
    );
    const fromConsole = await list('?source=CONSOLE');
    expect(
      fromConsole.content.length === 1 && fromConsole.content[0]?.id === tried?.id,
      `${fromConsole.content.length} calls of the console are found, 1 was made`,
    );
    const first = await list('?size=1');
    expect(
      first.content.length === 1 && first.hasMore,
      'a page of one call does not say that there are more',
    );
    const second = await list(`?size=1&before=${first.content[0]?.id}`);
    expect(second.content[0]?.id !== first.content[0]?.id, 'the next page begins with the same call');
  });
  await report.check('filters the log by caller, time and words', async () => {
    const others = await list(`?userId=${zoe.userId}`);
    expect(others.content.length === 0, 'calls of someone else are found for a caller who made none');
    const own = await list(`?userId=${ann.userId}`);
    expect(has(own, tried), 'the call is not found by who called');
    const at = Date.parse(tried?.calledOn ?? '');
    const [before, after] = [at - 1, at + 1].map((time) => new Date(time).toISOString());
    const during = await list(`?from=${before}&to=${after}`);
    expect(has(during, tried), `the call is not found from ${before} to ${after}`);
    const isOutside = during.content.some(({ calledOn }) => Math.abs(Date.parse(calledOn) - at) > 1);
    expect(!isOutside, `calls of other times are found from ${before} to ${after}`);
    expect(!has(await list(`?from=${after}`), tried), `the call is found after ${after}`);
    expect(!has(await list(`?to=${before}`), tried), `the call is found before ${before}`);
    expect(has(await list('?search=conform'), tried), 'the call is not found by the beginning of its name');
    expect((await list('?search=nowhere')).content.length === 0, 'a word that is nowhere finds calls');
  });
  await report.check('gets a logged call with its input and result', async () => {
    const { data } = await service.get(getInvocation, `/invocations/${tried?.id}`);
    for (const key of ['id', 'function', 'version', 'userId', 'status', 'input', 'result', 'console'])
      expect(data[key] === tried?.[key], `${key} is ${data[key]}, it was ${tried?.[key]}`);
  });
  await report.check('shows no other domain the log, its entries or its counts', async () => {
    expect((await list('', zoe)).content.length === 0, 'another domain sees the log');
    expectStatus(await service.call('GET', `/invocations/${tried?.id}`, { as: zoe }), 404);
    const { data } = await service.get(countInvocations, undefined, { as: zoe });
    expect(data.content.length === 0, 'another domain sees the counts');
  });
  await report.check('counts calls and failures by function, and those of the last 24 hours', async () => {
    const { data } = await service.get(countInvocations, '/invocation-counts?days=1');
    const countOf = (name) => data.content.find((one) => one.function === name);
    expect(countOf(NAME)?.calls === 3, `${countOf(NAME)?.calls} calls of ${NAME} are counted, 3 were made`);
    expect(countOf('conformance/bad')?.errors === 1, 'the call that failed is not counted as one');
    const latest = (await service.get(countLatestInvocations)).data;
    expect(
      latest.calls === 4 && latest.errors === 1,
      `${latest.calls} calls and ${latest.errors} failures, 4 and 1 expected`,
    );
  });
  return 1;
}

/** Whether a page of the log has a call. */
function has({ content }, call) {
  return content.some(({ id }) => id === call?.id);
}

/** Reads again until it is so, or the time is over. */
async function within(read, isSo) {
  const until = performance.now() + LOGGED_WITHIN_MS;
  let found = await read();
  while (!isSo(found) && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    found = await read();
  }
  return found;
}
