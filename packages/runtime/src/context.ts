import { randomBytes } from 'node:crypto';
import type { JWTVerifyGetKey } from 'jose';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { createConfigurationRepository, type Scope } from './configuration/configuration.repository.ts';
import { type ConfigurationKind, createConfigurationService } from './configuration/configuration.service.ts';
import { createLiveConfigurations } from './configuration/live-configuration.ts';
import { readCollections } from './content/collections.ts';
import { contentRepository } from './content/content.repository.ts';
import { CONTENT_SERVICE, createContentService } from './content/content.service.ts';
import { contentOperations } from './content/content-operations.ts';
import { createTestWorkspaces } from './content/content-test-workspace.ts';
import { createPatternTest } from './content/pattern.ts';
import { openDatabase } from './database/connection.ts';
import {
  CANCEL_CHANNEL,
  DatabaseListener,
  notifyProcesses,
  VERSION_CHANNEL,
} from './database/database-listener.ts';
import { createFunctionsService } from './functions/functions.service.ts';
import { ruleOperations } from './functions/rules.ts';
import type { BuildFacts, HealthProbe } from './host/health.ts';
import { createTokenVerifier } from './host/service-token.ts';
import type { Meter } from './metering/meter.ts';
import { Sandbox } from './sandbox/sandbox.ts';
import { readStarterFiles } from './services/starter-files.ts';
import { createTestsService } from './tests/tests.service.ts';

export interface ContextParts {
  connection: PoolConfig;
  serviceIds: readonly string[];
  keys: JWTVerifyGetKey;
  meter: Meter;
  /** What else the services need besides the database. */
  probes?: HealthProbe[];
  build: BuildFacts;
  log: Logger;
  now?: () => Date;
}

export type Context = Awaited<ReturnType<typeof buildContext>>;

/** Builds every part once, in order. Nothing is connected before it is used. */
export async function buildContext({
  connection,
  serviceIds,
  keys,
  meter,
  probes = [],
  build,
  log,
  now = () => new Date(),
}: ContextParts) {
  const db = openDatabase(connection, (error) => log.warn({ err: error }, 'database connection lost'));
  const sandbox = new Sandbox();
  const tokens = createTokenVerifier(keys, now);
  const testPattern = await createPatternTest();

  const contentKind: ConfigurationKind = {
    starterFiles: () => readStarterFiles(CONTENT_SERVICE),
    async onImport(store, domainId, files) {
      await contentRepository.replaceConfigured(store, domainId, readCollections(files, testPattern), now());
    },
  };
  const kinds = new Map<string, ConfigurationKind>([
    ['hyper-dispatch', { starterFiles: () => readStarterFiles('hyper-dispatch') }],
    [CONTENT_SERVICE, contentKind],
  ]);
  const repository = createConfigurationRepository(db);
  const configuration = createConfigurationService({
    repository,
    kinds,
    now,
    onVersion: (scope) => live.forget(scope),
  });
  const listener = new DatabaseListener({
    connection,
    onMessage: ({ channel, payload }) => hear(channel, payload),
    onReconnect: () => live.forgetAll(),
    log,
  });
  const live = createLiveConfigurations(configuration, listener);
  const content = createContentService({ live, testPattern, now, createId: () => createId(now()) });

  const onContentCall =
    (target: string) => (identity: { domainId: string; userId: string }, metric: 'query' | 'write') =>
      meter.record({
        identity: { domainId: identity.domainId, userId: identity.userId, serviceId: CONTENT_SERVICE },
        metric,
        target,
        calls: 1,
        durationMs: 0,
        memoryBytes: 0,
      });
  const liveStores = { forRead: () => Promise.resolve(db), forWrite: () => Promise.resolve(db) };
  const operations = new Map([
    ...ruleOperations,
    ...contentOperations(content, liveStores, onContentCall('live')),
  ]);
  const workspaces = createTestWorkspaces({
    db,
    content,
    others: ruleOperations,
    onCall: onContentCall('test'),
  });

  const services = serviceIds.map((serviceId) => ({
    serviceId,
    functions: createFunctionsService({ serviceId, sandbox, live, meter, operations }),
    tests: createTestsService({ serviceId, sandbox, live, meter, workspaces, now }),
  }));

  function hear(channel: string, payload: string): void {
    const parts = JSON.parse(payload) as [string, string, string?];
    if (channel === VERSION_CHANNEL) live.forget({ domainId: parts[0], serviceId: parts[1] });
    else for (const { tests } of services) tests.cancel(...parts);
  }

  return {
    connection,
    db,
    sandbox,
    tokens,
    configuration,
    live,
    content,
    services,
    meter,
    probes,
    build,
    log,
    listener,
    now,

    /** Cancels tests in whichever process runs them. */
    async announceCancel(domainId: string, runId: string, id?: string): Promise<void> {
      for (const { tests } of services) tests.cancel(domainId, runId, id);
      await notifyProcesses(db, CANCEL_CHANNEL, [domainId, runId, id]);
    },

    async fill(scope: Scope): Promise<void> {
      await configuration.ensureLiveVersion(scope);
    },

    async close(): Promise<void> {
      sandbox.close();
      await listener.stop();
      await db.destroy();
    },
  };
}

/** UUID v7: ids made later sort later. */
function createId(at: Date): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
