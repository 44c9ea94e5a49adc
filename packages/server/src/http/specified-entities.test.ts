import { generateKeyPairSync } from 'node:crypto';
import { createAccessKey, getAccessKey, updateAccessKey } from '@atrium/contract/access-keys/access-key';
import { createAddress, listAddresses, makeAddressDefault } from '@atrium/contract/billing/address';
import { createCard, listCards, makeCardDefault } from '@atrium/contract/billing/card';
import { setUpBilling } from '@atrium/contract/billing/setup';
import { createTestToken } from '@atrium/contract/billing/test-provider';
import { listBranches } from '@atrium/contract/configuration/branches';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { readLocalBodies } from '@atrium/contract/configuration/import';
import { pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import type { Endpoint } from '@atrium/contract/endpoint';
import { getBonus, saveBonus } from '@atrium/contract/pricing/bonus';
import { getPriceRule, savePriceRule } from '@atrium/contract/pricing/price-rule';
import { cancelTestRun, getTestRun, listTests, runTests } from '@atrium/contract/test-runs/test-runs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConfigurationWorld, SERVICE, startConfigurationWorld } from '../../test/configuration-world.ts';
import { buildUser } from '../../test/factories.ts';
import { commitFiles } from '../../test/git-repository.ts';
import type { Caller } from './caller.ts';

/*
 * Programs read an entity of the specification, change a field and send it back whole.
 */

let world: ConfigurationWorld;
let admin: Caller;

beforeAll(async () => {
  world = await startConfigurationWorld();
  admin = await buildUser(world.server.context, { isAdmin: true });
});

afterAll(() => world[Symbol.asyncDispose]());

/** Sends it, and returns what is answered, or why not. */
async function accepted(endpoint: Endpoint, request: object, as: Caller = world.caller) {
  const response = await world.server.request(endpoint, request as Record<string, unknown>, { as });
  expect([response.statusCode, response.statusCode < 300 ? '' : response.body]).toEqual([
    endpoint.status,
    '',
  ]);
  return response.body === '' ? undefined : response.json();
}

test('a pricing and a bonus are saved as they were read', async () => {
  const subject = { service: 'shop', target: '*', metric: 'calls', measure: 'COUNTER' as const };
  const { id } = await accepted(savePriceRule, { body: { ...subject, cents: '0.25', units: 100 } }, admin);
  await accepted(
    savePriceRule,
    { body: { ...subject, id, cents: '1', units: 100, startsOn: '9999-01-01' } },
    admin,
  );
  const rule = await accepted(getPriceRule, { params: { id } }, admin);
  expect(rule.planned).toHaveLength(1);
  expect(await accepted(savePriceRule, { body: rule }, admin)).toEqual(rule);
  const bonus = await accepted(saveBonus, { body: { key: 'WELCOME', cents: 500 } }, admin);
  const read = await accepted(getBonus, { params: { id: bonus.id } }, admin);
  expect(await accepted(saveBonus, { body: read }, admin)).toEqual(read);
});

test('cards and addresses are saved as they were read', async () => {
  const caller = await buildUser(world.server.context);
  const address = {
    addressCountry: 'DE',
    addressCity: 'Berlin',
    addressLine1: 'Allee 1',
    addressZip: '10115',
  };
  const newCard = async () => {
    const numbers = { number: '4242424242424242', expMonth: 12, expYear: 2099, cvc: '123' };
    return { token: (await accepted(createTestToken, { body: numbers })).token, cardHolderName: 'Ada' };
  };
  await accepted(setUpBilling, { body: { card: await newCard(), address } }, caller);
  const [readCard] = await accepted(listCards, {}, caller);
  const [readAddress] = await accepted(listAddresses, {}, caller);
  const params = { id: readCard.id };
  await accepted(createCard, { body: { ...readCard, ...(await newCard()) } }, caller);
  await accepted(makeCardDefault, { params, body: readCard }, caller);
  const copy = await accepted(createAddress, { body: readAddress }, caller);
  expect(copy).toEqual({
    ...readAddress,
    id: expect.not.stringContaining(readAddress.id),
    defaultAddress: false,
  });
  await accepted(makeAddressDefault, { params: { id: copy.id }, body: copy }, caller);
  await accepted(
    setUpBilling,
    { body: { card: { ...readCard, ...(await newCard()) }, address: readAddress } },
    await buildUser(world.server.context),
  );
});

test('an access key is replaced as it was read', async () => {
  const key = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await accepted(createAccessKey, { body: { id: 'whole', key } }, admin);
  const read = await accepted(getAccessKey, { params: { id: 'whole' } }, admin);
  const replaced = await accepted(updateAccessKey, { params: { id: 'whole' }, body: read }, admin);
  expect(replaced).toEqual({ ...read, updatedAt: expect.any(String) });
  const copy = await accepted(createAccessKey, { body: { ...read, id: 'copy' } }, admin);
  expect(copy).toMatchObject({ id: 'copy', userId: admin.userId, isManaged: false, lastUsedAt: null });
});

test('a run is started from the list of tests, and again from a run', async () => {
  await world.changeLive({ 'tests/whole.js': 'export default () => 1;\n' });
  const listed = await accepted(listTests, {});
  const run = await accepted(runTests, { body: listed });
  expect(run).toMatchObject({ userId: world.caller.userId, strategy: 'EXECUTE_ALL' });
  const params = { runId: run.runId };
  await accepted(cancelTestRun, { params, body: run });
  const again = await accepted(runTests, { body: await accepted(getTestRun, { params }) });
  expect(again.runId).not.toBe(run.runId);
  await accepted(cancelTestRun, { params: { runId: again.runId } });
});

test('every git call takes the whole git request', async () => {
  const folder = await world.repositoryOfLive('whole-request');
  const commitSha = await commitFiles(folder, { [`${SERVICE}/functions/whole.js`]: 'whole\n' });
  const request = {
    ...world.gitRequest('whole-request'),
    commitMessage: 'Whole',
    branch: 'main',
    commitSha,
    serviceName: SERVICE,
    confirmed: [],
    progress: null,
    sendImportRequests: true,
    backupKey: world.server.context.random.id(),
  };
  const body = (more: object = {}) => ({ body: { ...request, ...more } });
  expect((await accepted(listBranches, body())).branches).toEqual(['main']);
  expect(await accepted(readLocalBodies, body())).toMatchObject({ results: [{ serviceId: SERVICE }] });
  const pulled = await accepted(pull, body());
  expect(pulled).toMatchObject({ commitSha, results: [{ serviceId: SERVICE }] });
  const folders = [{ name: 'functions', files: [{ name: 'whole.js', action: 'remote', content: null }] }];
  const { uuid } = pulled;
  await accepted(confirmPull, body({ uuid, serviceId: SERVICE, folders }));
  expect(await accepted(push, body())).toMatchObject({ push: expect.any(Array) });
  const blank = { commitMessage: null, branch: null, commitSha: null, serviceName: null, backupKey: null };
  const nothing = { ...blank, confirmed: null, sendImportRequests: null };
  for (const endpoint of [listBranches, readLocalBodies, pull, push]) await accepted(endpoint, body(nothing));
});
