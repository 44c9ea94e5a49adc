import { findPoolUse, type PoolUse } from '@atrium/host/database/connection';
import type { Notifications } from '@atrium/host/database/notifications';
import type { SlowProcessFigures } from '@atrium/host/slow-process/slow-process';
import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { UsageRejections } from '../billing/metering/usage-rejection.service.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { measureSegments } from '../database/backup/usage-segments.ts';
import type { Database } from '../database/schema.ts';
import type { Events } from '../events/events.ts';
import { VERSION } from '../paths.ts';
import { addFigures, askTogether } from './asked-figures.ts';
import type { ServicesFigures } from './services-figures.ts';

/** All figures of one scrape share one reading of the usage folder, which may hold a file for each minute. */
const USAGE_ASKED_EVERY_MS = 1_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  config: Pick<Config, 'roles'>;
  notifications: Notifications;
  events: Pick<Events, 'subscribers'>;
  billing: { usageRejections: Pick<UsageRejections, 'events'> };
  usageFolder: string;
  /** For the slow calls of the web. */
  slowProcess: { figures: SlowProcessFigures };
  /** Latest figures of the services process; absent without one. */
  findServices: () => ServicesFigures | undefined;
}

/** Figures of this process, and of the services that it runs. */
export function addOwnFigures(registry: Registry, parts: Parts): void {
  const { db, clock, config, notifications, events, billing, usageFolder, slowProcess, findServices } = parts;
  const readUsage = askTogether(() => measureSegments(usageFolder), USAGE_ASKED_EVERY_MS);
  const read = async () => {
    const services = findServices();
    const platform = {
      part: 'platform',
      pool: findPoolUse(db),
      isListening: notifications.isConnected,
      slowProcess: config.roles.includes('web') ? slowProcess.figures : undefined,
    };
    const usage = await readUsage();
    return { services, parts: services ? [platform, { part: 'services', ...services }] : [platform], usage };
  };
  const ofParts =
    (value: (part: { pool?: PoolUse | undefined; isListening: boolean }) => number | undefined) =>
    (figures: Awaited<ReturnType<typeof read>>) =>
      figures.parts.map((one) => ({ labels: { part: one.part }, value: value(one) ?? 0 }));
  const ofSlowProcesses =
    (value: (figures: SlowProcessFigures) => number) =>
    ({ parts: all }: Awaited<ReturnType<typeof read>>) =>
      all.flatMap(({ part, slowProcess: its }) => (its ? [{ labels: { part }, value: value(its) }] : []));
  const labelNames = ['part'];
  const ofRequests = ['method', 'route', 'status'];
  const labelsOf = ({ method, route, status }: ServicesFigures['requests'][number]) => ({
    labels: { method, route, status: String(status) },
  });

  addFigures(registry, read, [
    {
      name: 'atrium_build_info',
      help: 'The release that runs, and its roles.',
      labelNames: ['version', 'roles'],
      show: () => [{ labels: { version: VERSION, roles: config.roles.join(',') }, value: 1 }],
    },
    {
      name: 'atrium_database_connections',
      help: 'Connections of the pool.',
      labelNames,
      show: ofParts(({ pool }) => pool?.total),
    },
    {
      name: 'atrium_database_idle_connections',
      help: 'Connections of the pool that no one uses.',
      labelNames,
      show: ofParts(({ pool }) => pool?.idle),
    },
    {
      name: 'atrium_database_waiting_requests',
      help: 'Requests that wait for a connection of the pool.',
      labelNames,
      show: ofParts(({ pool }) => pool?.waiting),
    },
    {
      name: 'atrium_database_listening',
      help: 'Whether messages of other processes are heard (LISTEN).',
      labelNames,
      show: ofParts(({ isListening }) => Number(isListening)),
    },
    {
      name: 'atrium_event_streams',
      help: 'Streams of live events that are open, one for each window of the console.',
      show: () => (config.roles.includes('web') ? events.subscribers : undefined),
    },
    {
      name: 'atrium_slow_process_running',
      help: 'Whether there is a process for slow calls; none is needed while there are none.',
      labelNames,
      show: ofSlowProcesses(({ isRunning }) => Number(isRunning)),
    },
    {
      name: 'atrium_slow_process_calls',
      help: 'Calls made of it since its parent started.',
      labelNames,
      isCount: true,
      show: ofSlowProcesses(({ calls }) => calls),
    },
    {
      name: 'atrium_slow_process_open_calls',
      help: 'Calls that it has not answered to the end.',
      labelNames,
      show: ofSlowProcesses(({ openCalls }) => openCalls),
    },
    {
      name: 'atrium_slow_process_faults',
      help: 'How often it ended unasked or could not be started.',
      labelNames,
      isCount: true,
      show: ofSlowProcesses(({ faults }) => faults),
    },
    {
      name: 'atrium_sandbox_busy_workers',
      help: 'Workers of the sandbox that run something.',
      show: ({ services }) => services?.sandbox.running,
    },
    {
      name: 'atrium_sandbox_waiting_calls',
      help: 'Calls that wait for a worker of the sandbox.',
      show: ({ services }) => services?.sandbox.waiting,
    },
    {
      name: 'atrium_sandbox_killed_workers',
      help: 'Workers of the sandbox that were ended for what they did since the services started.',
      isCount: true,
      show: ({ services }) => services?.sandbox.killed,
    },
    {
      name: 'atrium_services_requests',
      help: 'Requests that the services have answered since they started.',
      labelNames: ofRequests,
      isCount: true,
      show: ({ services }) =>
        services?.requests.map((count) => ({ ...labelsOf(count), value: count.requests })),
    },
    {
      name: 'atrium_services_request_seconds',
      help: 'Time that those requests took together, each from its beginning to the end of its answer.',
      labelNames: ofRequests,
      isCount: true,
      show: ({ services }) =>
        services?.requests.map((count) => ({ ...labelsOf(count), value: count.seconds })),
    },
    {
      name: 'atrium_usage_unsent_bytes',
      help: 'Usage in the data folder that the platform has not taken.',
      show: ({ usage }) => usage?.unsentBytes,
    },
    {
      name: 'atrium_usage_oldest_unsent_seconds',
      help: 'Age of the oldest usage that the platform has not taken.',
      show: ({ usage }) =>
        usage &&
        (usage.oldestOn ? Math.max(0, (clock.now().getTime() - usage.oldestOn.getTime()) / 1000) : 0),
    },
    {
      name: 'atrium_usage_refused_segments',
      help: 'Files with usage that the platform has refused, and that wait for an operator.',
      show: ({ usage }) => usage?.refused,
    },
    {
      name: 'atrium_usage_refused_events',
      help: 'Events of usage that were refused since this process started: no one is billed for them.',
      isCount: true,
      show: () => (config.roles.includes('web') ? billing.usageRejections.events : undefined),
    },
  ]);
}
