import { setTimeout as sleep } from 'node:timers/promises';
import { ErrorBody } from '@atrium/contract/errors';
import { listServiceTests } from '@atrium/contract/service-api/functions/tests';
import { getServiceHealth, getServiceUiHealth } from '@atrium/contract/service-api/health';
import { getRegistration } from '@atrium/contract/service-api/registration';
import { importConfiguration } from '@atrium/contract/service-api/versions/import';
import { expect, expectStatus } from './report.mjs';

const KEYS_WITHIN_MS = 40_000;

/**
 * Registration, health, tokens. Returns false if there is no point in continuing.
 * @param {import('./report.mjs').Report} report
 * @param {ReturnType<typeof import('./report.mjs').createClient>} service
 * @param {Awaited<ReturnType<typeof import('./platform.mjs').startPlatform>>} platform
 */
export async function accessChecks(report, service, platform) {
  report.section('Registration and health');
  /** @type {import('@atrium/contract/service-api/registration').ServiceRegistration | undefined} */
  let registration;
  const isThere = await report.check('tells its registration without a token', async () => {
    registration = (await service.get(getRegistration, undefined, { as: null })).data;
    service.serviceId = registration.id;
    service.registration = registration;
  });
  if (!isThere) return false;
  await report.check('tells its health without a token, and is UP', async () => {
    const { data } = await service.get(getServiceHealth, undefined, { as: null });
    expect(data.status === 'UP', `it is ${data.status}: ${data.problems?.join(' ')}`);
  });
  await report.check('tells the health of its pages, or 404 when it has none', async () => {
    if (registration?.hasUi) await service.get(getServiceUiHealth, undefined, { as: null });
    else expectStatus(await service.call('GET', '/ui/health', { as: null }), 404);
  });

  report.section('Access');
  const { ann, serviceId } = service;
  await report.check('accepts a service token', async () => {
    // A service may keep the keys of the platform for a while before it looks for new ones.
    const until = performance.now() + KEYS_WITHIN_MS;
    let answer = await service.call('GET', '/tests');
    while (answer.status === 401 && performance.now() < until) {
      await sleep(1000);
      answer = await service.call('GET', '/tests');
    }
    expectStatus(answer, 200);
  });
  /** @type {[name: string, token: string | null][]} */
  const refused = [
    ['no token', null],
    ['something that is no token', 'nonsense'],
    ['a token for another service', await platform.sign(ann, 'another-service')],
    ['an expired token', await platform.sign(ann, serviceId, { seconds: -10 })],
    ['a token signed by someone else', await platform.sign(ann, serviceId, { isForged: true })],
    ['a token of another issuer', await platform.sign(ann, serviceId, { issuer: 'evil' })],
  ];
  for (const [name, token] of refused) {
    await report.check(`refuses ${name} with 401 and an error body`, async () => {
      const answer = await service.call('GET', '/tests', token === null ? { as: null } : { token });
      expectStatus(answer, 401);
      const body = ErrorBody.safeParse(answer.json);
      expect(body.success && body.data.status === 401, `not an error body: ${answer.text.slice(0, 200)}`);
    });
  }
  for (const { method, path, permission } of [listServiceTests, importConfiguration]) {
    await report.check(`refuses ${method} ${path} with 403 to a user without ${permission}`, async () => {
      const token = await platform.sign({ ...ann, permissions: ['functions.invoke'] }, serviceId);
      const body = method === 'GET' ? undefined : { baseVersion: 0, message: '', folders: [] };
      expectStatus(await service.call(method, path, { token, body }), 403);
    });
  }
  return true;
}
