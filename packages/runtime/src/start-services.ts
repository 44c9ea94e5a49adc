import { Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { URGENT_HEADER } from '@atrium/contract/service-api/urgent';
import { sendFunctionMail } from '@atrium/contract/services/function-mails';
import { findPoolUse, type PoolUse } from '@atrium/host/database/connection';
import type { Lifecycle } from '@atrium/host/lifecycle';
import { SlowProcess, type SlowProcessFigures } from '@atrium/host/slow-process/slow-process';
import type { JWK } from 'jose';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { buildContext, type ContextParts } from './context.ts';
import { openDatabase } from './database/connection.ts';
import { migrateRuntime } from './database/migrate.ts';
import { readBuildFacts } from './host/build-facts.ts';
import { DomainCallers } from './host/domain-callers.ts';
import type { BuildFacts } from './host/health.routes.ts';
import { callPlatform } from './host/platform-calls.ts';
import { PlatformKeys } from './host/platform-keys.ts';
import type { RequestCount } from './host/request-counts.ts';
import { openUsage } from './metering/open-usage.ts';
import type { Settings } from './settings.ts';

const SLOW_CALLS_PROGRAM = join(import.meta.dirname, 'slow-calls.ts');

/**
 * Period in which callers learn that they should use another process, so that no call is in flight when
 * connections close: after the parent process was killed, no one has withdrawn this address.
 */
const REFUSES_MS = 1_000;
/** How long requests may take to arrive on connections that were accepted last. */
const LAST_REQUESTS_MS = 250;

/** Load of the process, reported to its parent. */
interface ServicesFigures {
  sandbox: { running: number; waiting: number; killed: number };
  pool: PoolUse | undefined;
  isListening: boolean;
  slowProcess: SlowProcessFigures;
  requests: RequestCount[];
}

export interface RunningServices {
  port: number;
  /** Metrics that the parent exports for this process. */
  figures: () => ServicesFigures;
  /** Usage is signed with these from now on. */
  exchangeKeys: (keys: Settings['services']) => void;
  /** Replaces the keys of the platform. Tokens that other keys have signed are refused from then on. */
  exchangePlatformKeys: (keys: JWK[]) => void;
  /** Drains, and finishes running calls. */
  stop: () => Promise<void>;
}

/** `meter` exchanges that part for measuring. */
interface StartOptions extends Partial<Pick<ContextParts, 'meter'>> {
  lifecycle?: Lifecycle;
}

/** Settings passed to the process that answers slow calls. */
export interface SlowCallsSettings
  extends Pick<
    Settings,
    | 'databaseConnection'
    | 'directConnection'
    | 'jwksUrl'
    | 'callLogDays'
    | 'valueKey'
    | 'logLevel'
    | 'logFormat'
    | 'tracing'
  > {
  serviceIds: string[];
  /** With which the platform signs. */
  signingKeys: JWK[];
  build: BuildFacts;
}

/** Migrates, connects, listens. */
export async function startServices(
  settings: Settings,
  log: Logger,
  { lifecycle = { phase: 'running' }, ...overrides }: StartOptions = {},
): Promise<RunningServices> {
  const { databaseConnection, directConnection = databaseConnection } = settings;
  const { services, ...settingsOfAll } = settings;
  const serviceIds = services.map(({ id }) => id);
  const forMigration = openDatabase({ ...directConnection, max: 1 });
  await migrateRuntime(forMigration);
  await forMigration.destroy();

  const now = () => new Date();
  const { journal, shipper, tokens, probes } = openUsage({
    usageFolder: settings.usageFolder,
    accessKeys: services,
    platformUrl: settings.platformUrl,
    now,
    log,
  });
  const platformKeys = new PlatformKeys(settings.jwksUrl);
  const build = await readBuildFacts();
  let signingKeys: JWK[] = [];
  const slowProcess = new SlowProcess({
    program: SLOW_CALLS_PROGRAM,
    settings: (): SlowCallsSettings => ({ ...settingsOfAll, serviceIds, signingKeys, build }),
    extraCertificates: settings.extraCertificates,
    isUrgent: ({ headers }) => headers[URGENT_HEADER] !== undefined,
    log,
  });
  const platform = { platformUrl: settings.platformUrl, machineTokens: tokens };
  const context = await buildContext({
    connection: databaseConnection,
    directConnection,
    serviceIds,
    keys: platformKeys.find,
    meter: journal,
    ...overrides,
    probes,
    now,
    build,
    callLogDays: settings.callLogDays,
    valueKey: settings.valueKey,
    fetchAllowPrivate: settings.fetchAllowPrivate,
    sendMail: (serviceId, body) => callPlatform(platform, serviceId, sendFunctionMail, { body }),
    findDomainCaller: (serviceTokens) => {
      const callers = new DomainCallers({ ...platform, tokens: serviceTokens });
      return (scope) => callers.find(scope);
    },
    log,
  });
  await context.notifications.start();
  context.indexes.start();
  context.backgroundRuns.start();
  shipper.start();
  const app = buildApp(context, lifecycle, slowProcess);
  await app.listen({ host: settings.host, port: settings.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  return {
    port,
    figures: () => ({
      sandbox: context.sandbox.load,
      pool: findPoolUse(context.db),
      isListening: context.notifications.isConnected,
      slowProcess: slowProcess.figures,
      requests: app.requestCounts(),
    }),
    exchangeKeys: (keys) => tokens.exchangeKeys(keys),
    exchangePlatformKeys(keys) {
      // They are given again whenever they may have been missed.
      if (namesOf(keys) !== namesOf(signingKeys)) slowProcess.renew();
      signingKeys = keys;
      if (platformKeys.exchange({ keys })) context.tokens.forget();
    },
    async stop() {
      lifecycle.phase = 'draining';
      await wait(settings.drainMs);
      lifecycle.phase = 'closing';
      await wait(Math.min(settings.drainMs, REFUSES_MS));
      // `app.close` resets connections whose request was not read yet. Without the listener, no more of them come.
      Server.prototype.close.call(app.server);
      await wait(Math.min(settings.drainMs, LAST_REQUESTS_MS));
      await app.close();
      await slowProcess.stop();
      await context.close();
      journal.close();
      await shipper.stop();
    },
  };
}

const namesOf = (keys: readonly JWK[]) => keys.map(({ kid }) => kid).join();
