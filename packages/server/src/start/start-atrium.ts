import { setTimeout as wait } from 'node:timers/promises';
import { consolePaths } from '@atrium/contract/console-paths';
import { isReachable } from '@atrium/host/database/reachable';
import type { Lifecycle } from '@atrium/host/lifecycle';
import { StartError } from '@atrium/host/start-error';
import { startTracing } from '@atrium/host/tracing/tracing';
import type { Logger } from 'pino';
import { type Credentials, createFirstAdministrator } from '../accounts/people/administrator.ts';
import { listOpenPeople } from '../accounts/people/people.seed.ts';
import { allJobs } from '../all-jobs.ts';
import type { Config } from '../config.ts';
import { openContext } from '../context.ts';
import { migrateServices } from '../database/migrate-all.ts';
import { seed, seedServices } from '../demo/seed.ts';
import { startJobWorkers } from '../jobs/jobs.ts';
import { VERSION } from '../paths.ts';
import { isPublished } from '../public-address.ts';
import { HealthWatch } from '../services/health-watch.service.ts';
import { prepareDataFolder } from './data-folder.ts';
import { createFigures } from './figures.ts';
import { listen, listenForFunctions } from './listen.ts';
import { startOpsServer } from './ops-server.ts';
import { warnOfPlainServices } from './plain-services.ts';
import { type RunningServices, runServices } from './run-services.ts';
import { createSlowProcess } from './slow-process.ts';

export interface StartOptions {
  /** Fills a database without customers with personas and history. */
  withDemo: boolean;
  /** Called when a part is lost for good. */
  onFailed: (error: Error) => void;
  /** Called on the very first start only, at once: what follows may take a minute, or fail, and it is never known again. */
  onFirstAdministrator?: (credentials: Credentials) => void;
}

export interface RunningAtrium {
  /** Address of the console; absent if this process does not serve it. */
  address: string | undefined;
  /** Address of the functions of a domain, with `{domain}`; absent if this process does not serve them. */
  functions: string | undefined;
  /** Address of the page with unsent e-mails; absent if a mail server is configured. */
  mailbox: string | undefined;
  /** Completes in-flight work, then stops part after part. Calls `onWaiting` while that takes long. */
  stop(onWaiting?: (parts: string[]) => void, everyMs?: number): Promise<void>;
  /** Ends what must not outlive us, without waiting. */
  abandon(): void;
}

const STILL_STOPPING_MS = 5_000;

/** Starts the parts that the settings name, each on the ones before it; stops them in reverse. */
export async function startAtrium(
  config: Config,
  log: Logger,
  { withDemo, onFailed, onFirstAdministrator }: StartOptions,
): Promise<RunningAtrium> {
  await using started = new AsyncDisposableStack();
  const waitsFor = new Set<string>();
  /** Names the part for as long as its stop takes. */
  const waiting = (part: string, stop: () => Promise<void>) => async () => {
    waitsFor.add(part);
    await stop().finally(() => waitsFor.delete(part));
  };
  if (withDemo && isPublished(config.publicUrl)) {
    throw new StartError(
      `ATRIUM_PUBLIC_URL=${config.publicUrl} can be reached by others, who know the password of the demo's users; start it without the demo.`,
    );
  }
  prepareDataFolder(config.dataFolder);
  if (config.tracing) {
    const stopTracing = await startTracing(config.tracing, {
      name: 'atrium',
      version: VERSION,
      // Anyone can call the web; jobs call others.
      followsCallers: false,
      onError: (err) => log.warn({ err }, 'Traces could not be sent.'),
    });
    started.defer(waiting('the last traces', stopTracing));
  }
  const { context, store } = await openContext({ config, log, onFailed });
  started.defer(waiting('the database', () => store.stop()));
  started.defer(() => context.close());
  if (isPublished(config.publicUrl)) {
    const open = await listOpenPeople(context);
    if (open.length > 0) {
      throw new StartError(
        `ATRIUM_PUBLIC_URL=${config.publicUrl} can be reached by others, who know the password of the demo's users, and this installation has them; choose another place with ATRIUM_DATA or DATABASE_URL, or first lock them (${open.join(', ')}) with "customers lock".`,
      );
    }
  }
  await context.jobs.prepare(allJobs(context));
  await warnOfPlainServices(context);

  // Ended after web and jobs, which call the services.
  let services: RunningServices | undefined;
  const slowProcess = createSlowProcess(context, store);
  const lifecycle: Lifecycle = { phase: 'starting' };
  const figures = createFigures(context, slowProcess);
  if (config.opsPort !== undefined) {
    // The web goes on without its services, which are being started again.
    const hasServices = () => config.roles.includes('web') || services === undefined || services.isReady;
    const isReady = async () =>
      lifecycle.phase === 'running' && hasServices() && (await isReachable(context.readinessDb));
    const ops = await startOpsServer(config, figures.registry, isReady);
    started.defer(() => ops.stop());
  }
  started.defer(waiting('calls of functions and tests', async () => services?.stop()));
  // In parallel: each takes up to half a minute to complete in-flight work, and neither needs the other.
  const [jobsRole, webRole] = [new AsyncDisposableStack(), new AsyncDisposableStack()];
  started.defer(async () => {
    const ends = await Promise.allSettled([jobsRole.disposeAsync(), webRole.disposeAsync()]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  });
  if (config.roles.includes('jobs')) {
    const workers = await startJobWorkers(store.directConnection, allJobs(context), log, config.jobDays);
    jobsRole.defer(waiting('running jobs', () => workers.stop()));
    const watch = new HealthWatch(context);
    watch.start();
    jobsRole.defer(() => watch.stop());
  }
  let address: string | undefined;
  let functions: string | undefined;
  let mailbox: string | undefined;
  if (config.roles.includes('web')) {
    // Only here: a process without the web need not load it.
    const { buildApp } = await import('../app.ts');
    webRole.defer(waiting('open exports and histories', async () => slowProcess.stop()));
    const app = await buildApp(context, lifecycle, figures.registry, slowProcess);
    webRole.defer(waiting('open requests', () => app.close()));
    const port = await listen(app, config.host, config.port);
    context.publicUrl.listensOn(port);
    if (context.functionsUrl.of('') !== undefined) {
      const { buildFunctionsApp } = await import('../functions-origin/functions-app.ts');
      const functionsApp = buildFunctionsApp(context, lifecycle);
      webRole.defer(waiting('open requests to functions', () => functionsApp.close()));
      context.functionsUrl.listensOn(await listenForFunctions(functionsApp, config, port));
      functions = context.functionsUrl.of('{domain}');
    }
    // Not before the port is ours: a password that no one saw would be lost.
    const firstAdministrator = await createFirstAdministrator(
      store.db,
      { ...context, passwords: context.accounts.passwords },
      config.adminPassword,
    );
    if (firstAdministrator !== undefined) onFirstAdministrator?.(firstAdministrator);
    if (withDemo) await seed(context);
    address = `${context.publicUrl.get()}/console/`;
    if (config.smtpUrl === undefined) mailbox = `${context.publicUrl.get()}${consolePaths.mailbox()}`;
  }
  if (config.roles.includes('services')) {
    // Here, because a migration may take longer than the services have to become ready, and a start that fails says why.
    const applied = await migrateServices(store.directConnection);
    if (applied.length > 0) log.info({ applied }, 'The tables of the services were migrated.');
    services = runServices(context, store, { ...figures, onMoved: () => slowProcess.renew() });
    await services.firstStart;
    if (withDemo && config.roles.includes('web')) {
      // A demo without it is still a demo.
      await seedServices(context).catch((error: unknown) =>
        log.warn({ err: error }, 'The demo is not complete.'),
      );
    }
  }
  lifecycle.phase = 'running';
  const steps = started.move();
  return {
    address,
    functions,
    mailbox,
    async stop(onWaiting, everyMs = STILL_STOPPING_MS) {
      const timer = setInterval(() => onWaiting?.([...waitsFor]), everyMs);
      try {
        lifecycle.phase = 'draining';
        // Waits until load balancers have noticed; services that run alone wait themselves, and jobs receive no
        // requests.
        if (address !== undefined)
          await waiting('load balancers (ATRIUM_DRAIN_MS)', () => wait(config.drainMs))();
        await steps.disposeAsync();
      } finally {
        clearInterval(timer);
      }
    },
    abandon() {
      services?.abandon();
      store.abandon();
    },
  };
}
