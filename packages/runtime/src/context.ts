import { LOG_DAYS } from '@atrium/contract/service-api/functions/invocations';
import { TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { DEFAULT_POOL_SIZE } from '@atrium/host/database/connection';
import { Notifications } from '@atrium/host/database/notifications';
import { UnavailableError } from '@atrium/host/errors';
import { createIds } from '@atrium/host/ids';
import type { ResolveHost } from '@atrium/host/outbound/bounded-resolve';
import type { JWTVerifyGetKey } from 'jose';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { BACKGROUND_CHANNEL, BackgroundRuns } from './background/background.service.ts';
import { backgroundOperations } from './background/background-operations.ts';
import { deleteBackground } from './background/background-run.repository.ts';
import { planEntryEvents } from './background/entry-events.ts';
import { mailOperations, type SendMail } from './background/mail-operations.ts';
import { Schedules } from './background/schedules.service.ts';
import { type ConfigurationKind, Configurations } from './configuration/configuration.service.ts';
import { FileVersions } from './configuration/file-version.service.ts';
import { LiveConfigurations } from './configuration/live-configuration.service.ts';
import type { Scope } from './configuration/scope.ts';
import { StrippedSources } from './configuration/stripped-sources.service.ts';
import { deleteConfigurations } from './configuration/version.repository.ts';
import { Checks } from './content/checks.ts';
import { deleteAllIndexes } from './content/collection-index.repository.ts';
import { CollectionIndexes } from './content/collection-indexes.service.ts';
import { COLLECTIONS_FOLDER, CONTENT_SERVICE, readCollections } from './content/collections.ts';
import { Content } from './content/content.service.ts';
import { contentOperations, type OnContentCall } from './content/content-operations.ts';
import { ContentTestWorkspaces } from './content/content-test-workspace.ts';
import { deleteAllEntries } from './content/entry.repository.ts';
import { createFindLimit } from './content/find-limit.ts';
import { LiveContent } from './content/live-content.service.ts';
import { createPatternTest } from './content/pattern.ts';
import { CANCEL_CHANNEL, readAnnouncement } from './database/announcements.ts';
import { openDatabase, openTestDatabase } from './database/connection.ts';
import { deleteAcceptedRequests } from './functions/accepted-request.repository.ts';
import { Addresses, createBodyLimit } from './functions/addresses.service.ts';
import { Functions } from './functions/functions.service.ts';
import { logFaults } from './functions/log-faults.ts';
import { ruleOperations } from './functions/rules.ts';
import type { BuildFacts, HealthProbe } from './host/health.routes.ts';
import { type Caller, ServiceTokens } from './host/service-token.ts';
import { deleteInvocations } from './invocations/invocation.repository.ts';
import { InvocationLog } from './invocations/invocation-log.service.ts';
import { RefusedRequests } from './invocations/refused-requests.service.ts';
import type { Meter, Usage } from './metering/meter.ts';
import { deleteAllowedHosts } from './outbound/allowed-host.repository.ts';
import { AllowedHosts } from './outbound/allowed-hosts.service.ts';
import { OutboundFetches } from './outbound/outbound-fetches.ts';
import { personTables } from './person-tables.ts';
import { Sandbox } from './sandbox/sandbox.ts';
import { readStarterFiles } from './services/starter-files.ts';
import { AddressLimits } from './storage/address-limits.ts';
import { Invocations } from './storage/invocation.service.ts';
import { PersonRecords } from './storage/person-record.service.ts';
import { StorageUses } from './storage/storage-use.service.ts';
import { TestRuns } from './tests/test-run.service.ts';
import { TestSources } from './tests/test-source.service.ts';
import { Tests } from './tests/tests.service.ts';
import { deleteValues } from './values/value.repository.ts';
import { FunctionValues } from './values/values.service.ts';

export interface ContextParts {
  connection: PoolConfig;
  /** Past a pooler, to listen. */
  directConnection?: PoolConfig;
  serviceIds: readonly string[];
  keys: JWTVerifyGetKey;
  meter: Meter;
  /** Dependencies of the services besides the database. */
  probes?: HealthProbe[];
  build: BuildFacts;
  /** Retention of logged calls. */
  callLogDays?: number;
  /** Under which secrets and variables of functions are encrypted. */
  valueKey?: string | undefined;
  /** Whether functions may reach private addresses. */
  fetchAllowPrivate?: boolean;
  resolveHost?: ResolveHost;
  log: Logger;
  now?: () => Date;
  /** A domain as the caller of its own functions, where a process runs what no person calls. */
  findDomainCaller?: (tokens: ServiceTokens) => (scope: Scope) => Promise<Caller>;
  /** Sends mails of functions. */
  sendMail?: SendMail;
  /** For slow calls only. */
  isSlow?: boolean;
}

export type Context = Awaited<ReturnType<typeof buildContext>>;

const FOR_SLOW_CALLS = { isForSlowCalls: true, application_name: 'atrium services slow calls' } as const;

/** Builds every part once, in order. Nothing is connected before it is used. */
export async function buildContext({
  connection,
  directConnection = connection,
  serviceIds,
  keys,
  meter,
  probes = [],
  build,
  callLogDays = LOG_DAYS,
  valueKey,
  fetchAllowPrivate = false,
  resolveHost,
  log,
  now = () => new Date(),
  findDomainCaller,
  sendMail = () => Promise.reject(new UnavailableError('This process sends no mails.')),
  isSlow = false,
}: ContextParts) {
  const onLost = (error: Error) => log.warn({ err: error }, 'database connection lost');
  const db = openDatabase({ ...connection, ...(isSlow && FOR_SLOW_CALLS) }, onLost);
  const testDb = openTestDatabase(connection, onLost);
  // A connection of its own, so that slow work of others says nothing of whether the database is there.
  const readinessDb = openDatabase({ ...connection, max: 1, application_name: 'atrium services readiness' });
  const sandbox = new Sandbox();
  const tokens = new ServiceTokens({ keys, now });
  const checks = new Checks(await createPatternTest());
  const notifications = new Notifications({
    connection: { ...directConnection, application_name: 'atrium services listener' },
    db,
    log,
  });

  const kinds = new Map<string, ConfigurationKind>([
    ['hyper-dispatch', { starterFiles: () => readStarterFiles('hyper-dispatch') }],
    [
      CONTENT_SERVICE,
      {
        starterFiles: () => readStarterFiles(CONTENT_SERVICE),
        onImport: {
          folder: COLLECTIONS_FOLDER,
          run: async (transaction, domainId, files) =>
            content.replaceConfigured(
              transaction,
              domainId,
              await readCollections(files, checks.forImport(domainId)),
            ),
        },
      },
    ],
  ]);
  const configurations = new Configurations({
    db,
    stripped: new StrippedSources({ db }),
    kinds,
    now,
    findDeclared: (scope) => live.get(scope),
    allowHosts: (transaction, author, added) => hosts.allowIn(transaction, author, added),
    onDeclared: (transaction, scope, declared) => schedules.declare(transaction, scope, declared),
    onVersion(scope) {
      live.forget(scope);
      if (scope.serviceId === CONTENT_SERVICE) indexes.build();
    },
  });
  const indexes = new CollectionIndexes({ db, log });
  const fileVersions = new FileVersions({ db, configurations });
  const live = new LiveConfigurations({ configurations, notifications });
  const createId = createIds(now);
  const hosts = new AllowedHosts({ db, live, serviceIds, notifications, now });
  const values = new FunctionValues({ db, live, serviceIds, notifications, valueKey, now, log });
  const schedules = new Schedules({ db, now, createId });
  const backgroundRuns = new BackgroundRuns({
    db,
    now,
    createId,
    schedules,
    findCaller:
      findDomainCaller?.(tokens) ?? (() => Promise.reject(new Error('This process runs nothing by itself.'))),
    run(serviceId, caller, call) {
      const service = services.find((each) => each.serviceId === serviceId);
      if (!service) throw new Error(`There is no service ${serviceId}.`);
      return service.functions.runInBackground(caller, call);
    },
    log,
  });
  const planEvents = planEntryEvents({ serviceIds, live, runs: backgroundRuns });
  const content = new Content({ live, checks, now, createId, planEvents });
  const limitFinds = createFindLimit(connection.max ?? DEFAULT_POOL_SIZE);
  const liveContent = new LiveContent({ db, content, meter, limitFinds });

  const onContentCall =
    (
      readMetered: (domainId: string, collection: string) => Promise<Pick<Usage, 'target' | 'version'>>,
    ): OnContentCall =>
    async ({ domainId, userId }, metric, collections) => {
      const identity = { domainId, userId, serviceId: CONTENT_SERVICE };
      for (const [collection, { length: calls }] of Map.groupBy(collections, (name) => name)) {
        const metered = await readMetered(domainId, collection);
        await meter.record({ identity, metric, ...metered, calls, durationMs: 0, memoryBytes: 0 });
      }
    };
  const invocations = new Invocations({ db, now, log });
  const invocationLog = new InvocationLog({ db, now, log, days: callLogDays });
  const refusedRequests = new RefusedRequests({ db, now, log, days: callLogDays });
  const contentCalls = contentOperations(
    content,
    (work) => work(db),
    onContentCall((domainId, collection) => content.getMetered({ domainId, collection })),
    limitFinds,
  );
  const fetches = new OutboundFetches({
    hosts,
    invocations,
    meter,
    policy: { allowPrivate: fetchAllowPrivate, ...(resolveHost && { resolveHost }) },
  });
  const operations = logFaults(
    new Map([
      ...ruleOperations,
      ...contentCalls,
      ...backgroundOperations(backgroundRuns),
      ...mailOperations({ send: sendMail, meter, createId }),
      ['fetch', fetches.operation],
    ]),
    log,
  );
  const workspaces = new ContentTestWorkspaces({
    db,
    testDb,
    createId,
    live,
    content,
    checks,
    others: ruleOperations,
    onCall: onContentCall(() => Promise.resolve({ target: TEST_TARGET })),
  });

  const runs = new TestRuns({ db, now });
  const sources = new TestSources({ configurations, live, serviceIds });
  const largeBodies = createBodyLimit();
  const addressLimits = new AddressLimits({ invocations, now });
  const services = serviceIds.map((serviceId) => {
    const functions = new Functions({
      serviceId,
      sandbox,
      live,
      meter,
      invocations,
      log: invocationLog,
      operations,
      values,
      createId,
    });
    return {
      serviceId,
      functions,
      addresses: new Addresses({
        serviceId,
        db,
        functions,
        live,
        tokens,
        limits: addressLimits,
        refusedRequests,
        largeBodies,
        secrets: values,
        now,
      }),
      tests: new Tests({ serviceId, sandbox, sources, meter, invocations, workspaces, runs, values, now }),
    };
  });

  notifications.listen(
    CANCEL_CHANNEL,
    (payload) => runs.cancelHere(...readAnnouncement(payload)),
    () => runs.cancelMissed(),
  );
  notifications.listen(
    BACKGROUND_CHANNEL,
    () => backgroundRuns.wake(),
    () => backgroundRuns.wake(),
  );

  return {
    isSlow,
    connection,
    db,
    testDb,
    readinessDb,
    sandbox,
    tokens,
    configurations,
    fileVersions,
    content,
    indexes,
    liveContent,
    schedules,
    backgroundRuns,
    invocationLog,
    refusedRequests,
    values,
    hosts,
    largeBodies,
    services,
    personRecords: new PersonRecords({ db, tables: personTables }),
    storage: new StorageUses({
      db,
      invocations,
      log: invocationLog,
      deleters: [
        deleteConfigurations,
        deleteAllEntries,
        deleteAllIndexes,
        deleteInvocations,
        deleteAcceptedRequests,
        deleteValues,
        deleteAllowedHosts,
        deleteBackground,
      ],
    }),
    probes,
    build,
    notifications,
    log,

    async close(): Promise<void> {
      await backgroundRuns.stop();
      sandbox.close();
      await checks.close();
      await indexes.stop();
      await notifications.stop();
      await invocations.close();
      await invocationLog.close();
      await refusedRequests.close();
      await values.close();
      await Promise.all([db, testDb, readinessDb].map((each) => each.destroy()));
    },
  };
}
