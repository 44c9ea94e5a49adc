import { invokeFunction } from '@atrium/contract/service-api/functions/invoke';
import { getLatestCalls, hasCalls } from '@atrium/contract/services/calls';
import { expect, test } from 'vitest';
import { buildChild, buildUser } from '../../test/factories.ts';
import { startScriptedService } from '../../test/scripted-service.ts';
import { startPlatform } from '../../test/shipped-services.ts';
import { startTestApp } from '../../test/support.ts';

/** Each look waits for the service that does not answer. */
const PATIENCE = { timeout: 20_000 };

test('calls of all services are counted, whichever of them has no log or does not answer', async () => {
  await using server = await startPlatform();
  await using old = await startScriptedService('old-shop', {});
  await using silent = await startScriptedService('shop', {});
  for (const { address } of [old, silent]) await server.context.services.register(address);
  silent.isSilent = true;
  const caller = await buildUser(server.context);
  const getLatest = () => server.call(getLatestCalls, {}, { as: caller });
  expect(await getLatest()).toEqual({ calls: 0, errors: 0, p95Ms: null, unanswered: ['Service shop'] });
  expect(await server.call(hasCalls, {}, { as: caller })).toBe(false);

  const client = server.context.services.getClient(caller);
  const params = { folder: 'products', name: 'search' };
  await client.call('content', invokeFunction, { params, body: { text: 'tea' } });
  await expect.poll(() => server.call(hasCalls, {}, { as: caller }), PATIENCE).toBe(true);
  const colleague = await buildChild(server.context, caller, ['functions.invoke', 'audit.read']);
  expect(await server.call(hasCalls, {}, { as: colleague }), 'they have called nothing').toBe(false);
  await client.call('content', invokeFunction, { params, body: { text: 1 } }).catch(() => undefined);
  await expect.poll(getLatest, PATIENCE).toMatchObject({ calls: 2, errors: 1, p95Ms: expect.any(Number) });
});

test('what one service counts wrongly spoils the sum of none', async () => {
  await using server = await startTestApp();
  await using boasting = await startScriptedService('boasting', {});
  await using wrong = await startScriptedService('wrong', {});
  for (const { address } of [boasting, wrong]) await server.context.services.register(address);
  const caller = await buildUser(server.context);
  const getLatest = () => server.call(getLatestCalls, {}, { as: caller });
  const most = Number.MAX_SAFE_INTEGER;
  boasting.latestCounts = { calls: most, errors: 1, p95Ms: 3 };
  wrong.latestCounts = { calls: most, errors: 1, p95Ms: 4 };
  expect(await getLatest()).toEqual({ calls: most, errors: 2, p95Ms: 4, unanswered: [] });
  for (const counts of [{ calls: -5, errors: 1, p95Ms: 4 }, { calls: 1, errors: 0, p95Ms: -1 }, [], {}]) {
    wrong.latestCounts = counts;
    expect(await getLatest()).toEqual({ calls: most, errors: 1, p95Ms: 3, unanswered: ['Service wrong'] });
  }
});
