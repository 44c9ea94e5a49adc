import {
  type Endpoint,
  type EndpointRequest,
  type EndpointResponse,
  fillPath,
} from '@atrium/contract/endpoint';
import type { TestDatabase } from '@atrium/host/test/databases';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { PoolConfig } from 'pg';
import { pino } from 'pino';
import { Passwords } from '../src/accounts/sign-in/password.service.ts';
import { buildApp } from '../src/app.ts';
import { createRandom } from '../src/clock.ts';
import { type Config, readConfig } from '../src/config.ts';
import { buildContext, type Context, type ContextParts } from '../src/context.ts';
import { openDatabase } from '../src/database/connection.ts';
import type { Caller } from '../src/http/caller.ts';
import { createTestDatabase } from './database.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

/** A clock that does not move until a test moves it. */
class TestClock {
  #now: Date;

  constructor(now = new Date('2026-11-21T10:00:00Z')) {
    this.#now = now;
  }

  now(): Date {
    return this.#now;
  }

  travel(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds);
  }

  travelTo(time: string): void {
    this.#now = new Date(time);
  }
}

export const CHEAP_HASHES = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export interface TestApp extends AsyncDisposable {
  /** Where the test's own database is, for processes of their own. */
  connection: PoolConfig;
  app: FastifyInstance;
  context: Context;
  clock: TestClock;
  /**
   * Calls an endpoint through the whole application. Pass `as` to sign in. Throws for a response that is not a success.
   */
  call<E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E>,
    options?: { as?: Caller; headers?: Record<string, string> },
  ): Promise<EndpointResponse<E>>;
  /** As `call`, but returns the raw response, whatever its status. */
  request<E extends Endpoint>(
    endpoint: E,
    request: Record<string, unknown>,
    options?: { as?: Caller; headers?: Record<string, string> },
  ): Promise<LightMyRequestResponse>;
}

/** The whole application in process, on a database of its own or a given one, which is dropped at the end. Close it with `await using`. */
export async function startTestApp(
  overrides: {
    config?: Partial<Config>;
    database?: TestDatabase;
    /** The ways to a test's database; there is one where this is left out. */
    connect?: (database: PoolConfig) => Pick<ContextParts, 'connection' | 'directConnection'>;
  } & Partial<Omit<ContextParts, 'config' | 'db' | 'connection'>> = {},
): Promise<TestApp> {
  const { database: given, connect = (connection: PoolConfig) => ({ connection }), ...parts } = overrides;
  const database = given ?? (await createTestDatabase());
  const connections = connect(database.connection);
  const db = openDatabase(connections.connection);
  const clock = new TestClock();
  const context = await buildContext({
    clock,
    random: createRandom(clock),
    log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    // Real hashes, only cheaper: a suite makes thousands.
    passwords: new Passwords({ cost: CHEAP_HASHES }),
    ...parts,
    config: { ...readConfig({ ATRIUM_SECRET_KEY: TEST_SECRET_KEY }), ...overrides.config },
    db,
    ...connections,
  });
  const app = await buildApp(context);
  await app.ready();

  const request: TestApp['request'] = async (endpoint, parts, options = {}) => {
    const query = parts['query'] as Record<string, string> | undefined;
    const body = parts['body'] as object | undefined;
    const token = options.as && (await context.tokens.issueAccessToken(options.as)).token;
    return app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, parts['params'] as Record<string, unknown> | undefined),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { payload: body }),
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...options.headers },
    });
  };
  return {
    connection: database.connection,
    app,
    context,
    clock,
    request,
    async call<E extends Endpoint>(
      endpoint: E,
      parts: EndpointRequest<E>,
      options?: { as?: Caller; headers?: Record<string, string> },
    ) {
      const answer = await request(endpoint, parts as Record<string, unknown>, options);
      if (answer.statusCode !== endpoint.status) {
        throw new Error(`${endpoint.method} ${endpoint.path} answered ${answer.statusCode}: ${answer.body}`);
      }
      return (answer.body === '' ? undefined : answer.json()) as EndpointResponse<E>;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await context.close();
      await db.destroy();
      await database.drop();
    },
  };
}
