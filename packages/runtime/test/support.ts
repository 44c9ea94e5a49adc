import { randomBytes } from 'node:crypto';
import { PERMISSIONS } from '@atrium/contract/permissions';
import { SERVICE_TOKEN_ISSUER } from '@atrium/contract/service-api/service-token';
import { cloneDatabase, type TestDatabase } from '@atrium/host/test/databases';
import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { pino } from 'pino';
import { inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { buildContext, type Context, type ContextParts } from '../src/context.ts';
import type { Caller } from '../src/host/service-token.ts';
import type { Usage } from '../src/metering/meter.ts';

/** An empty database of the test file's own, with the tables of the services. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(inject('servicesTemplate'));
}

const keyPair = await generateKeyPair('EdDSA');
export const publicKeys = {
  keys: [{ ...(await exportJWK(keyPair.publicKey)), kid: 'test', alg: 'EdDSA', use: 'sig' }],
};

export const ann: Caller = {
  userId: '0197a000-0000-7000-8000-0000000000a1',
  domainId: 'acme',
  parentId: null,
  roles: ['ROLE_DEV'],
  isAdmin: false,
  permissions: PERMISSIONS,
};
export const zoe: Caller = { ...ann, userId: '0197a000-0000-7000-8000-0000000000b2', domainId: 'other' };

/** The token with which the platform calls a service for a person. */
export function signServiceToken(
  caller: Caller,
  serviceId: string,
  claims: Record<string, unknown> = {},
): Promise<string> {
  const { userId, ...person } = caller;
  return new SignJWT({ ...person, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'test' })
    .setIssuer(String(claims['iss'] ?? SERVICE_TOKEN_ISSUER))
    .setAudience(serviceId)
    .setSubject(userId)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(keyPair.privateKey);
}

// oxlint-disable-next-line typescript/no-explicit-any -- each test says itself what it expects of an answer
type AnyBody = any;

interface CallResponse<T = AnyBody> {
  status: number;
  body: T;
  headers: Record<string, unknown>;
}

export interface TestServices extends AsyncDisposable {
  context: Context;
  usage: Usage[];
  call<T = AnyBody>(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: { as?: Caller; body?: unknown; headers?: Record<string, string> },
  ): Promise<CallResponse<T>>;
}

/** Both shipped services in process, on a database and with a sandbox of their own. Close with `await using`. */
export async function startTestServices(overrides: Partial<ContextParts> = {}): Promise<TestServices> {
  const database = await createTestDatabase();
  const usage: Usage[] = [];
  const context = await buildContext({
    connection: database.connection,
    serviceIds: ['hyper-dispatch', 'content'],
    keys: createLocalJWKSet(publicKeys),
    meter: {
      record(used) {
        usage.push(used);
        return Promise.resolve();
      },
    },
    build: { tag: 'v1.0.0', commit: 'abc1234', build_date: '2026-11-21T10:00:00.000Z' },
    valueKey: randomBytes(32).toString('base64'),
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    ...overrides,
  });
  await context.notifications.start();
  const app = buildApp(context);
  await app.ready();
  return {
    context,
    usage,
    async call(method, path, { as = ann, body, headers = {} } = {}) {
      const serviceId = path.split('/')[1] ?? '';
      const answer = await app.inject({
        method,
        url: path,
        headers: {
          authorization: `Bearer ${await signServiceToken(as, serviceId)}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return {
        status: answer.statusCode,
        body: isJson ? answer.json() : (answer.body as AnyBody),
        headers: answer.headers,
      };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await context.close();
      await database.drop();
    },
  };
}

/** The same services for a person of another domain: tests that share them see nothing of each other. */
export function ofDomain(services: TestServices, domainId: string): Pick<TestServices, 'call' | 'usage'> {
  const as = { ...ann, domainId };
  return {
    get usage() {
      return services.usage.filter(({ identity }) => identity.domainId === domainId);
    },
    call: (method, path, options) => services.call(method, path, { as, ...options }),
  };
}

/** Imports files into a service, by their path; null deletes a file. */
export async function importFiles(
  { call }: Pick<TestServices, 'call'>,
  files: Record<string, string | null>,
  serviceId = 'hyper-dispatch',
): Promise<CallResponse<AnyBody>> {
  const { body } = await call('GET', `/${serviceId}/export/metadata`);
  const folders = Object.entries(files).map(([path, content]) => ({
    name: path.slice(0, path.lastIndexOf('/')),
    files: [
      {
        name: path.slice(path.lastIndexOf('/') + 1),
        ...(content === null ? { action: 'delete' } : { action: 'remote', content }),
      },
    ],
  }));
  return call('POST', `/${serviceId}/import`, { body: { baseVersion: body.version, folders } });
}
