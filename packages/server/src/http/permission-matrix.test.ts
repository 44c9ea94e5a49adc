import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createOwnKey } from '@atrium/contract/access-keys/own-key';
import { createRole } from '@atrium/contract/accounts/roles';
import { createAddress, listAddresses } from '@atrium/contract/billing/address';
import { createBudget } from '@atrium/contract/billing/budget';
import { createConnection } from '@atrium/contract/connections/connections';
import type { Endpoint } from '@atrium/contract/endpoint';
import { domainChannels, ownChannels } from '@atrium/contract/notifications/channels';
import {
  completePermissions,
  missingPermission,
  PERMISSIONS,
  type Permission,
} from '@atrium/contract/permissions';
import { runTests } from '@atrium/contract/test-runs/test-runs';
import { saveRunTime } from '@atrium/contract/test-runs/timetable';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractEndpoints, nameOf } from '../../test/contract-endpoints.ts';
import { buildChild, buildUser } from '../../test/factories.ts';
import { buildCustomer, buildInvoice } from '../../test/invoices.ts';
import { buildPageService, inSession } from '../../test/page-grants.ts';
import { type PlatformApp, startPlatform } from '../../test/shipped-services.ts';
import { validInputs } from '../../test/valid-inputs.ts';
import { storeServicePublicKey } from '../access-keys/service-public-key.ts';
import type { Caller } from './caller.ts';

const SERVICE = '/services/content';
const PERSONAS = [
  'nobody',
  'stranger with the permission',
  'owner of another domain',
  'child without the permission',
  'child with it',
  'owner',
  'administrator',
  'administrator as the owner',
  'access key',
  'key of their own without the permission',
  'key of their own with it',
  'page of a service without the permission',
  'page of a service with it',
  'service',
] as const;
type Persona = (typeof PERSONAS)[number];

/** What decides is 401 or 403; everything else means that the call was let in. */
type Verdict = 'signs in first' | 'forbidden' | 'let in';

let server: PlatformApp;
let address: string;
let owner: Caller;
let otherOwner: Caller;
let child: Caller;
let endpoints: { platform: Endpoint[]; services: Endpoint[] };
/** The bearer token with which a persona calls an endpoint that needs a permission. */
let tokenOf: (persona: Persona, permission: Permission | 'none') => string | undefined;
/** Paths of things of the owner's domain, by the name of the endpoint that reaches them. */
let ours: Record<string, string>;

beforeAll(async () => {
  endpoints = await contractEndpoints();
  server = await startPlatform();
  const { context } = server;
  address = context.publicUrl.get();
  ({ caller: owner } = await buildCustomer(server));
  otherOwner = await buildUser(context);
  child = await buildUser(context, { domainId: owner.domainId, parentId: owner.userId });
  const administrator = await buildUser(context, { isAdmin: true });
  const bearer = async (caller: Caller) => (await context.tokens.issueAccessToken(caller)).token;
  const fixed: Partial<Record<Persona, string>> = {
    'owner of another domain': await bearer(otherOwner),
    owner: await bearer(owner),
    administrator: await bearer(administrator),
    'administrator as the owner': await bearer({ ...owner, impersonatorId: administrator.userId }),
    'access key': await keyOf((id, key) => context.machineKeys.create(owner, { id, key })),
    service: await keyOf((id, key) =>
      storeServicePublicKey(context.db, { id, serviceId: 'content', key, now: context.clock.now() }),
    ),
  };
  await buildPageService(context, 'matrix');
  const children = new Map<string, string>();
  for (const permission of [...PERMISSIONS, 'none'] as const) {
    const one = permission === 'none' ? [] : [permission];
    const others = PERMISSIONS.filter((name) => name !== permission);
    const make = async (persona: Persona, parent: Caller, held: readonly Permission[]) =>
      children.set(`${persona} ${permission}`, await bearer(await buildChild(context, parent, held)));
    await make('child with it', owner, one);
    await make('stranger with the permission', otherOwner, one);
    // Those that bring the missing one along are left out: who pays also reads.
    const without = others.filter((name) => permission !== name.replace(/\.\w+$/, '.read'));
    await make('child without the permission', owner, permission === 'none' ? [] : without);
    const makeKey = async (persona: Persona, person: Caller, permissions: Permission[]) => {
      const given = { label: persona, kind: 'token', key: '', permissions, expiresInDays: 1 } as const;
      const { token = '' } = await context.ownKeys.create(person, given);
      children.set(`${persona} ${permission}`, token);
    };
    // Of an administrator, because even their keys do nothing that only administrators may.
    const person = await buildUser(context, { isAdmin: true, domainId: owner.domainId });
    await makeKey('key of their own with it', person, permission === 'none' ? ['tests.read'] : [permission]);
    await makeKey('key of their own without the permission', person, without);
    const allowPage = async (persona: Persona, permissions: Permission[]) => {
      const given = {
        serviceId: 'matrix',
        permissions: completePermissions(permissions),
        minutes: 15,
      } as const;
      const { token } = await context.pageGrants.create(await inSession(context, person), given);
      children.set(`${persona} ${permission}`, token);
    };
    await allowPage('page of a service with it', permission === 'none' ? ['tests.read'] : [permission]);
    await allowPage('page of a service without the permission', without);
  }
  tokenOf = (persona, permission) => fixed[persona] ?? children.get(`${persona} ${permission}`);
  ours = await makeThings();
});
afterAll(() => server[Symbol.asyncDispose]());

async function keyOf(store: (id: string, key: string) => Promise<unknown>): Promise<string> {
  const { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject } =
    generateKeyPairSync('ed25519');
  const id = `matrix-${server.context.random.id()}`;
  await store(id, publicKey.export({ type: 'spki', format: 'pem' }).toString());
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: id })
    .setAudience('atrium')
    .setIssuedAt()
    .setExpirationTime('2m')
    .sign(privateKey);
}

/** One thing of each kind in the owner's domain. */
async function makeThings(): Promise<Record<string, string>> {
  const as = { as: owner };
  const place = { addressCountry: 'AT', addressCity: 'Graz', addressLine1: 'Gasse 1', addressZip: '8010' };
  await server.call(createAddress, { body: place }, as);
  const [, second] = await server.call(listAddresses, {}, as);
  const invoice = await buildInvoice(server, owner, { cents: 100 });
  const budget = await server.call(createBudget, { body: { cents: 100_000 } }, as);
  const role = await server.call(createRole, { body: { label: 'Matrix', permissions: ['tests.read'] } }, as);
  const { runId } = await server.call(runTests, { body: {} }, as);
  const time = await server.call(saveRunTime, { body: { rhythm: 'DAILY', at: '02:30' } }, as);
  const repository = {
    name: 'Shop',
    gitUrl: 'http://127.0.0.1:9/shop.git',
    username: 'ada',
    password: 'secret',
  };
  const connection = await server.call(createConnection, { body: repository }, as);
  const forKey = { label: 'Matrix', kind: 'token' as const, permissions: ['tests.read' as const] };
  const { key } = await server.call(createOwnKey, { body: forKey }, as);
  const body = { kind: 'WEBHOOK' as const, name: 'Matrix', address: 'https://receiver.example' };
  const channel = await server.call(domainChannels.add, { body }, as);
  const ownChannel = await server.call(ownChannels.add, { body }, as);
  const reaches = (values: Record<string, string | undefined>, names: readonly string[]) =>
    names.map((name) => [
      name,
      name.split(' ')[1]?.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '') ?? '',
    ]);
  return Object.fromEntries([
    ...reaches({ id: second?.id }, [
      'PUT /console/v1/address/{id}',
      'POST /console/v1/address/default/{id}',
      'DELETE /console/v1/address/{id}',
    ]),
    ...reaches({ id: budget.id }, ['PUT /console/v1/budgets/{id}', 'DELETE /console/v1/budgets/{id}']),
    ...reaches({ id: invoice }, [
      'GET /console/v1/invoice/{id}',
      'GET /console/v1/invoice/{id}/pdf',
      'PUT /console/v1/invoice/{id}/pay',
    ]),
    ...reaches({ id: child.userId }, [
      'PUT /auth/v1/people/{id}/roles',
      'DELETE /auth/v1/user/children/{id}',
      'POST /auth/v1/user/children/{id}/invitation',
    ]),
    ...reaches({ id: key.id }, ['DELETE /auth/v1/people/keys/{id}']),
    ...reaches({ name: role.name }, ['PUT /auth/v1/roles/{name}', 'DELETE /auth/v1/roles/{name}']),
    ...reaches({ id: await makeProvider() }, [
      'PUT /auth/v1/domain/providers/{id}',
      'DELETE /auth/v1/domain/providers/{id}',
      'POST /auth/v1/domain/providers/{id}/check',
      'POST /auth/v1/user/identities/{id}',
      'DELETE /auth/v1/user/identities/{id}',
    ]),
    ...reaches({ id: connection.id }, [
      'PUT /console/v1/git/connections/{id}',
      'DELETE /console/v1/git/connections/{id}',
      'POST /console/v1/git/connections/{id}/default',
      'POST /console/v1/git/connections/{id}/test',
      'POST /console/v1/git/connections/{id}/host-key',
      'POST /console/v1/git/connections/{id}/refresh',
      'PUT /console/v1/git/connections/{id}/next-key',
      'POST /console/v1/git/connections/{id}/next-key/test',
      'POST /console/v1/git/connections/{id}/next-key/use',
      'DELETE /console/v1/git/connections/{id}/next-key',
      'GET /console/v1/git/connections/{id}/automation',
      'PUT /console/v1/git/connections/{id}/automation',
      'POST /console/v1/git/connections/{id}/webhook',
      'POST /console/v1/git/connections/{id}/webhook/host',
      'POST /console/v1/git/connections/{id}/requests',
    ]),
    ...reaches({ id: connection.id, eventId: '019aa000-0000-7000-8000-000000000000' }, [
      'POST /console/v1/git/connections/{id}/events/{eventId}/test',
    ]),
    ...reaches({ id: await makeGrant() }, [
      'GET /console/v1/git/grants/{id}/repositories',
      'POST /console/v1/git/grants/{id}/connection',
    ]),
    ...reaches({ kind: 'GITLAB' }, ['POST /console/v1/git/apps/{kind}/start']),
    ...reaches({ ...DELIVERY, id: channel.id }, channelCalls('domain')),
    ...reaches({ ...DELIVERY, id: ownChannel.id }, channelCalls('own')),
    ...reaches({ id: time.id }, ['DELETE /console/v1/tests/timetable/{id}']),
    ...reaches({ runId }, [
      'GET /console/v1/tests/run/get/{runId}',
      'GET /console/v1/tests/candidate/{runId}',
      'GET /console/v1/tests/run/{runId}/draft',
      'GET /console/v1/tests/run/{runId}/changes',
      'GET /console/v1/tests/run/{runId}/test',
      'GET /console/v1/tests/run/{runId}/junit',
      'GET /console/v1/tests/run/{runId}/failures',
      'GET /console/v1/tests/run/{runId}/estimate',
      'PUT /console/v1/tests/run/cancel/{runId}',
      'POST /console/v1/tests/run/{runId}/find-change',
      'GET /console/v1/tests/run/{runId}/find-change',
      'PUT /console/v1/tests/run/{runId}/find-change/cancel',
    ]),
  ]) as Record<string, string>;
}

const DELIVERY = { reason: 'service-down', deliveryId: '019aa000-0000-7000-8000-000000000000' };

function channelCalls(scope: 'domain' | 'own'): string[] {
  const path = `/console/v1/notifications/${scope}/channels/{id}`;
  return [
    `PUT ${path}`,
    `PUT ${path}/reasons/{reason}`,
    `POST ${path}/try`,
    `POST ${path}/deliveries/{deliveryId}/again`,
    `DELETE ${path}`,
  ];
}

async function makeProvider(): Promise<string> {
  const { db, random, clock } = server.context;
  const [id, now] = [random.id(), clock.now()];
  const settings = {
    issuer: 'https://login.example.com',
    clientId: 'atrium',
    clientSecret: '',
    rolesClaim: '',
  };
  await db
    .insertInto('identityProviders')
    .values({
      ...settings,
      id,
      domainId: owner.domainId,
      name: 'Matrix',
      roleRules: '[]',
      createdOn: now,
      changedOn: now,
    })
    .execute();
  return id;
}

async function makeGrant(): Promise<string> {
  const { db, random, clock } = server.context;
  const { domainId, userId, sessionId } = owner;
  const id = random.id();
  const [createdOn, expiresOn] = [clock.now(), new Date(clock.now().getTime() + 3_600_000)];
  const grant = { id, domainId, userId, sessionId: sessionId ?? '', app: 'GITLAB' as const };
  const notBack = { connectionId: null, stateHash: null, codeVerifier: '', account: null, secret: null };
  await db
    .insertInto('gitGrants')
    .values({ ...grant, ...notBack, createdOn, expiresOn })
    .execute();
  return id;
}

interface Ask {
  token: string | undefined;
  /** Each persona comes from an address of its own, so that none uses up what another may call. */
  from: number;
  path?: string | undefined;
  /** The body, or the query of a call without one. */
  input?: object | undefined;
}

/** The head of the response only: a stream of events has no end. */
async function ask(endpoint: Endpoint, base: string, { token, from, path, input = {} }: Ask) {
  const leave = new AbortController();
  const url = path ?? endpoint.path.replaceAll(/\{\w+\}/g, '019aa000-0000-7000-8000-000000000000');
  const hasBody = endpoint.method !== 'GET';
  const query = hasBody ? '' : `?${new URLSearchParams(Object.entries(input)).toString()}`;
  const response = await fetch(`${address}${base}${url}${query}`, {
    method: endpoint.method,
    headers: {
      'x-forwarded-for': `203.0.113.${from}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(input) } : {}),
    signal: leave.signal,
  });
  const { status } = response;
  const text = status === 403 ? await response.text() : '';
  if (status !== 403) await response.body?.cancel();
  return { status, text };
}

function verdictOf(status: number): Verdict {
  if (status === 401) return 'signs in first';
  return status === 403 ? 'forbidden' : 'let in';
}

/** What the contract promises. */
function expected(endpoint: Endpoint, persona: Persona): Verdict {
  const { access, permission = 'none' } = endpoint;
  if (access === 'PUBLIC') return 'let in';
  if (persona === 'nobody') return 'signs in first';
  if (access === 'SERVICE' || persona === 'service') {
    return access === 'SERVICE' && persona === 'service' ? 'let in' : 'forbidden';
  }
  if (persona === 'access key' && isForPeopleOnly(endpoint)) return 'forbidden';
  if (persona.startsWith('page') && isNeverForPages(endpoint)) return 'forbidden';
  const isOwnKey = persona.startsWith('key of their own');
  if (isOwnKey && (endpoint.isPersonal || isForPeopleOnly(endpoint))) return 'forbidden';
  if (isOwnKey && permission === 'none' && !endpoint.isForKeys && !isOfService(endpoint)) return 'forbidden';
  if (persona === 'administrator as the owner' && (endpoint.isPersonal || isForPeopleOnly(endpoint)))
    return 'forbidden';
  if (access === 'ADMIN_ONLY') return persona === 'administrator' ? 'let in' : 'forbidden';
  return persona.endsWith('without the permission') && permission !== 'none' ? 'forbidden' : 'let in';
}

/** What a person cannot name for a page. What a service does for everyone it does for a page as well. */
function isNeverForPages(endpoint: Endpoint): boolean {
  const { access, permission = 'none', isPersonal, needsConfirmation, isLasting } = endpoint;
  if (isPersonal === true || needsConfirmation === true || isLasting === true) return true;
  return access === 'ADMIN_ONLY' || (permission === 'none' && !isOfService(endpoint));
}

function isOfService(endpoint: Endpoint): boolean {
  return endpoints.services.some((one) => nameOf(one) === nameOf(endpoint));
}

/** It asks who it is, which a person confirms in a session; a key has neither a session nor factors. */
function isForPeopleOnly({ needsConfirmation, path }: Endpoint): boolean {
  const isOfPerson = /^\/auth\/v1\/(?:session\/confirm\/|user\/factors)/.test(path);
  return needsConfirmation === true || isOfPerson;
}

/** Calls that their own rule refuses to someone whom the matrix lets in. */
const OWN_RULES = new Set([
  // It ends the session that calls it, which the others still need; tried in `account-changes.test.ts`.
  'POST /auth/v1/logout',
  // It ends what calls it, which the others still need; tried with every caller in `own-key.test.ts`.
  'DELETE /auth/v1/user/keys/current',
  // Its cookie is what signs in.
  'POST /auth/v1/token/refresh',
  // The mailbox of development is for the machine itself and for administrators.
  'GET /console/v1/dev/mailbox',
  // Tests are run and canceled through the platform, which says as whom.
  'POST /tests/run',
  'POST /tests/cancel',
  'POST /tests/list',
  // Requests to addresses of functions come from the platform, for no person.
  'POST /addresses',
  'POST /refused-requests',
  // Imports are withdrawn, and old versions deleted, by the platform, which knows which are needed.
  'POST /import/withdraw',
  'POST /versions/delete-before',
  // Content goes as a whole only some time after an account was closed.
  'DELETE /storage',
  // What is held of a person is downloaded as a whole, after they have confirmed who they are.
  'GET /person',
]);

async function differences(asked: Endpoint[], base: string): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of asked) {
    if (OWN_RULES.has(nameOf(endpoint))) continue;
    const { permission = 'none' } = endpoint;
    const work = PERSONAS.map(async (persona, index) => {
      const token = tokenOf(persona, permission);
      const wanted = expected(endpoint, persona);
      // Whom it is open to has nothing to do with it here: accounts would close, and factors be added.
      const input = wanted === 'forbidden' ? validInputs[nameOf(endpoint)] : undefined;
      const { status, text } = await ask(endpoint, base, { token, from: index + 1, input });
      const given = verdictOf(status);
      if (given !== wanted)
        found.push(`${nameOf(endpoint)}, ${persona}: ${given} (${status}), not ${wanted}`);
      if (!persona.endsWith('without the permission') || permission === 'none' || given !== 'forbidden')
        return;
      // Whatever it may do, this is not for a key.
      if (persona !== 'child without the permission' && endpoint.isPersonal) return;
      if (persona.startsWith('page') && isNeverForPages(endpoint)) return;
      const { message } = JSON.parse(text) as { message: string };
      if (message !== missingPermission(permission)) found.push(`${nameOf(endpoint)} says: ${message}`);
    });
    await Promise.all(work);
  }
  return found;
}

test('every call of the platform is open to just those whom the contract names', async () => {
  expect(endpoints.platform.length).toBeGreaterThan(90);
  expect(await differences(endpoints.platform, '')).toEqual([]);
});

test('so is every call of a service, which refuses by what its token says', async () => {
  expect(endpoints.services.length).toBeGreaterThan(20);
  // Through the platform a service's public calls are for those who are signed in; only its pages are for everyone.
  const proxied = endpoints.services.map(
    (one): Endpoint =>
      one.access === 'PUBLIC' && !one.path.startsWith('/ui/') ? { ...one, access: 'AUTHENTICATED' } : one,
  );
  expect(await differences(proxied, SERVICE)).toEqual([]);
});

test('what is sent to be refused for who calls would be taken from someone else', () => {
  for (const [name, input] of Object.entries(validInputs)) {
    const endpoint = endpoints.platform.find((one) => nameOf(one) === name);
    const { body, query } = endpoint ?? { body: undefined, query: undefined };
    const schema = name.startsWith('GET') ? query : body;
    expect(schema?.safeParse(input).success, name).toBe(true);
  }
});

test('every permission is needed by a call, and every call for people in general names one or none', () => {
  const all = [...endpoints.platform, ...endpoints.services];
  const needed = new Set(all.map(({ permission }) => permission));
  expect(PERMISSIONS.filter((name) => !needed.has(name))).toEqual([]);
  const silent = all.filter(
    ({ access, permission }) => (permission === undefined) === (access === 'AUTHENTICATED'),
  );
  expect(silent.map(nameOf)).toEqual([]);
});

/** Calls for people whose path names a thing, and that are tried with things of others beside their own tests. */
const TRIED_ELSEWHERE = new Set([
  'DELETE /auth/v1/sessions/{id}',
  'DELETE /auth/v1/devices/{id}',
  'DELETE /auth/v1/user/keys/{id}',
  'DELETE /auth/v1/user/page-grants/{id}',
  // Services are there for everyone.
  'GET /console/v1/services/{serviceId}/page',
  'GET /console/v1/services/{serviceId}/health-days',
  'GET /console/v1/tests/versions/{serviceId}',
  'PATCH /auth/v1/user/factors/{id}',
  'DELETE /auth/v1/user/factors/{id}',
  'POST /auth/v1/user/factors/authenticator/{id}/confirm',
  'POST /auth/v1/user/{id}/reset-factors',
  'POST /console/v1/card/default/{id}',
  'DELETE /console/v1/card/{id}',
  'POST /console/v1/backup/{id}/restore',
  'POST /console/v1/configuration/{serviceId}/edit',
  'GET /console/v1/configuration/{serviceId}/protection',
  'GET /console/v1/tests/run/{runId}/return',
  'PUT /console/v1/configuration/{serviceId}/protection',
  'GET /console/v1/configuration/{serviceId}/history',
  'GET /console/v1/configuration/{serviceId}/deletion',
  'GET /console/v1/configuration/{serviceId}/versions',
  'GET /console/v1/configuration/{serviceId}/versions/{version}',
  'POST /console/v1/configuration/{serviceId}/versions/{version}/return',
  'GET /console/v1/backup/{id}/items',
  'GET /console/v1/git/config/pull/{uuid}',
  'GET /console/v1/git/config/pull/{uuid}/bases',
  'GET /console/v1/git/config/pull/{uuid}/commits',
  'POST /console/v1/git/config/diff/{a}/{b}',
  'GET /console/v1/git/config/progress/{id}',
  'GET /console/v1/git/config/submissions/{id}',
  'DELETE /console/v1/git/config/progress/{id}',
]);

/** Whoever owns no domain is refused there, whatever they ask for; so it tells nothing of what there is. */
const FOR_OWNERS = new Set(['PUT /auth/v1/domain/providers/{id}']);

test('whatever strangers may do in their own domain, things of this one do not exist for them', async () => {
  const named = endpoints.platform.filter(
    ({ access, path }) => access === 'AUTHENTICATED' && path.includes('{'),
  );
  const untried = named.map(nameOf).filter((name) => ours[name] === undefined && !TRIED_ELSEWHERE.has(name));
  expect(untried).toEqual([]);
  for (const endpoint of named.filter((one) => ours[nameOf(one)] !== undefined)) {
    const path = ours[nameOf(endpoint)];
    for (const persona of ['stranger with the permission', 'owner of another domain'] as const) {
      const token = tokenOf(persona, endpoint.permission ?? 'none');
      const input = validInputs[nameOf(endpoint)];
      const { status } = await ask(endpoint, '', { token, from: 20, path, input });
      const isRefused = persona === 'stranger with the permission' && FOR_OWNERS.has(nameOf(endpoint));
      expect(status, `${nameOf(endpoint)} as ${persona}`).toBe(isRefused ? 403 : 404);
    }
  }
});
