import { Notifications } from '@atrium/host/database/notifications';
import type { JWTVerifyGetKey } from 'jose';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import { createConfigurationRepository, type Scope } from './configuration/configuration.repository.ts';
import { type ConfigurationKind, createConfigurationService } from './configuration/configuration.service.ts';
import { createLiveConfigurations } from './configuration/live-configuration.ts';
import { readCollections } from './content/collections.ts';
import { contentRepository } from './content/content.repository.ts';
import { CONTENT_SERVICE, createContentService } from './content/content.service.ts';
import { contentOperations } from './content/content-operations.ts';
import { createTestWorkspaces } from './content/content-test-workspace.ts';
import { createPatternTest } from './content/pattern.ts';
import { announce, CANCEL_CHANNEL, readAnnouncement, VERSION_CHANNEL } from './database/announcements.ts';
import { openDatabase } from './database/connection.ts';
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
  const notifications = new Notifications(
    { ...connection, application_name: 'atrium services listener' },
    log,
  );
  const live = createLiveConfigurations(configuration, notifications);
  const content = createContentService({
    live,
    testPattern,
    now,
    createId: () => v7({ msecs: now().getTime() }),
  });

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

  const cancelTests = (domainId: string, runId: string, id?: string) => {
    for (const { tests } of services) tests.cancel(domainId, runId, id);
  };
  notifications.listen(
    VERSION_CHANNEL,
    (payload) => {
      const [domainId, serviceId] = readAnnouncement(payload);
      live.forget({ domainId, serviceId });
    },
    () => live.forgetAll(),
  );
  notifications.listen(CANCEL_CHANNEL, (payload) => cancelTests(...readAnnouncement(payload)));

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
    notifications,
    now,

    /** Cancels tests in whichever process runs them. */
    async announceCancel(domainId: string, runId: string, id?: string): Promise<void> {
      cancelTests(domainId, runId, id);
      await announce(db, CANCEL_CHANNEL, [domainId, runId, id]);
    },

    async fill(scope: Scope): Promise<void> {
      await configuration.ensureLiveVersion(scope);
    },

    async close(): Promise<void> {
      sandbox.close();
      await notifications.stop();
      await db.destroy();
    },
  };
}
