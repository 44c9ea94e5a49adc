import { consolePaths } from '@atrium/contract/console-paths';
import type { ReasonName } from '@atrium/contract/notifications/reasons';
import { listQueue, listSchedules, type TickState } from '@atrium/contract/service-api/functions/background';
import { countRecentInvocations } from '@atrium/contract/service-api/functions/invocation-counts';
import { AppError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { toAbsentCaller } from '../accounts/people/caller.ts';
import type { People } from '../accounts/people/people.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { ServiceClient } from '../services/service-client.ts';
import type { RegisteredService, Services } from '../services/services.service.ts';
import { listRules } from './channel.repository.ts';
import type { Facts } from './facts.ts';
import { listDomainsWithRules } from './notification.repository.ts';
import type { Notifier } from './notifier.service.ts';

/** Every two minutes: measures services and functions in the domains with channels that are notified of them. */
const measureJob = defineJob({
  name: 'notifications.measure',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '*/2 * * * *',
  retries: 0,
});

const WINDOW_MINUTES = 15;
/** Fewer calls say little about a share. */
const LEAST_CALLS = 10;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A service that restarts is not down. */
const DOWN_MS = 2 * MINUTE_MS;
const MAX_FAILED = 200;

const OF_FUNCTIONS: readonly ReasonName[] = [
  'function-errors',
  'function-slow',
  'schedule-missed',
  'queue-failed',
];
const MISSED: readonly TickState[] = ['MISSED', 'SKIPPED', 'INTERRUPTED'];

type Event = Parameters<Notifier['tell']>[1];

export interface MeasureParts {
  db: Kysely<Database>;
  clock: Clock;
  notifier: Notifier;
  services: Pick<Services, 'getClient' | 'listDown' | 'listRegistered'>;
  people: Pick<People, 'findOpenOwner'>;
}

export function measureJobs(parts: MeasureParts): JobHandler[] {
  return [handleJob(measureJob, (_nothing, { signal }) => measureAll(parts, signal))];
}

/** An error of one domain does not stop the others. Services that are away are measured next time. */
async function measureAll(parts: MeasureParts, signal: AbortSignal): Promise<void> {
  const { db, services } = parts;
  const failures: unknown[] = [];
  const down = await services.listDown();
  for (const domainId of await listDomainsWithRules(db, ['service-down']))
    await observeServices(parts, domainId, down).catch((error: unknown) => failures.push(error));
  const shipped = (await services.listRegistered()).filter(({ isShipped }) => isShipped);
  for (const domainId of await listDomainsWithRules(db, OF_FUNCTIONS)) {
    signal.throwIfAborted();
    await measureFunctions(parts, domainId, shipped).catch((error: unknown) => {
      if (!(error instanceof AppError)) failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Notifications could not be measured.');
}

async function observeServices(
  { db, clock, notifier }: MeasureParts,
  domainId: string,
  services: Awaited<ReturnType<Services['listDown']>>,
): Promise<void> {
  const now = clock.now().getTime();
  const measured = services.flatMap(({ id, name, downSince }) => {
    // A service that has just stopped answering counts neither as down nor as back.
    if (downSince !== null && now - downSince.getTime() < DOWN_MS) return [];
    const since = downSince?.toISOString() ?? null;
    const common = {
      action: { label: 'Open the console', path: consolePaths.dashboard() },
      serviceId: id,
      data: { serviceId: id, downSince: since },
    };
    const facts = (): Facts => ({
      ...common,
      type: 'service.down',
      title: `${name} is down`,
      text: `The service ${name} has not answered since ${since}.`,
      tone: 'bad',
    });
    const recovery = (): Facts => ({
      ...common,
      type: 'service.up',
      title: `${name} is back`,
      text: `The service ${name} answers again.`,
      tone: 'good',
    });
    return [{ subject: id, value: since === null ? 0 : 1, facts, recovery }];
  });
  await db
    .transaction()
    .execute((transaction) => notifier.observe(transaction, { domainId, reason: 'service-down' }, measured));
}

async function measureFunctions(
  parts: MeasureParts,
  domainId: string,
  services: readonly RegisteredService[],
): Promise<void> {
  const owner = await parts.people.findOpenOwner(domainId);
  if (owner === undefined) return;
  const caller = toAbsentCaller(owner, ['functions.invoke', 'audit.read']);
  const client = parts.services.getClient(caller);
  const rules = await listRules(parts.db, domainId);
  const isOneOf = (...reasons: ReasonName[]) => rules.some(({ reason }) => reasons.includes(reason));
  for (const service of services) {
    if (isOneOf('function-errors', 'function-slow')) await observeCalls(parts, domainId, service, client);
    if (isOneOf('queue-failed')) await tellQueue(parts, domainId, service, client);
    if (isOneOf('schedule-missed', 'queue-failed')) await tellSchedules(parts, domainId, service, client);
  }
}

async function observeCalls(
  { db, notifier }: MeasureParts,
  domainId: string,
  { id: serviceId, name: service }: RegisteredService,
  client: ServiceClient,
): Promise<void> {
  const query = { minutes: String(WINDOW_MINUTES) };
  const { content } = await client.call(serviceId, countRecentInvocations, { query });
  const measured = content.filter(({ calls }) => calls >= LEAST_CALLS);
  const about = { domainId, serviceId, service };
  const errors = measured.map(({ function: name, calls, errors: failed }) => {
    const percent = Math.round((1000 * failed) / calls) / 10;
    const facts = () => ({
      ...factsOf({ ...about, name }, 'function.errors'),
      title: `${name} fails often`,
      text: `${failed} of ${calls} calls of the function ${name} (${service}) have failed within ${WINDOW_MINUTES} minutes: ${percent} %.`,
      data: { serviceId, function: name, calls, errors: failed, minutes: WINDOW_MINUTES },
    });
    return { subject: `${serviceId}/${name}`, value: percent, facts };
  });
  const slow = measured.map(({ function: name, calls, p95Ms }) => {
    const milliseconds = Math.round(p95Ms ?? 0);
    const facts = () => ({
      ...factsOf({ ...about, name }, 'function.slow'),
      title: `${name} is slow`,
      text: `One of twenty calls of the function ${name} (${service}) has taken ${milliseconds} ms or longer within ${WINDOW_MINUTES} minutes.`,
      data: { serviceId, function: name, calls, p95Ms: milliseconds, minutes: WINDOW_MINUTES },
    });
    return { subject: `${serviceId}/${name}`, value: milliseconds, facts };
  });
  await db.transaction().execute(async (transaction) => {
    await notifier.observe(transaction, { domainId, reason: 'function-errors' }, errors);
    await notifier.observe(transaction, { domainId, reason: 'function-slow' }, slow);
  });
}

/** Tells runs that were given up; at most once an hour for each function. */
async function tellQueue(
  parts: MeasureParts,
  domainId: string,
  { id: serviceId, name: service }: RegisteredService,
  client: ServiceClient,
): Promise<void> {
  const failedSince = new Date(parts.clock.now().getTime() - WINDOW_MINUTES * MINUTE_MS).toISOString();
  const query = { state: 'FAILED' as const, failedSince, size: String(MAX_FAILED) };
  const { content } = await client.call(serviceId, listQueue, { query });
  const events = content.map(({ function: name, failedOn, attempt }): Event => {
    const failedAt = failedOn ?? failedSince;
    return {
      domainId,
      reason: 'queue-failed',
      key: `queue:${serviceId}:${name}:${hourOf(failedAt)}`,
      facts: {
        ...factsOf({ serviceId, name }, 'queue.failed'),
        title: `A background run of ${name} has failed`,
        text: `A queued run of the function ${name} (${service}) was given up after ${attempt === 1 ? '1 try' : `${attempt} tries`}. Further ones of the same hour are not told.`,
        data: { serviceId, function: name, failedAt },
      },
    };
  });
  await tellFirst(parts, events);
}

/** Tells ticks of schedules that failed or did not run; at most once an hour for each schedule. */
async function tellSchedules(
  parts: MeasureParts,
  domainId: string,
  { id: serviceId, name: service }: RegisteredService,
  client: ServiceClient,
): Promise<void> {
  const since = parts.clock.now().getTime() - WINDOW_MINUTES * MINUTE_MS;
  const { schedules } = await client.call(serviceId, listSchedules, { query: {} });
  const events = schedules.flatMap(({ function: name, position, ticks }) =>
    ticks.flatMap(({ on, state }): Event[] => {
      const isMissed = MISSED.includes(state);
      if (Date.parse(on) < since || !(isMissed || state === 'FAIL')) return [];
      const what = state.toLowerCase();
      return [
        {
          domainId,
          reason: isMissed ? 'schedule-missed' : 'queue-failed',
          key: `schedule:${serviceId}:${name}:${position}:${isMissed}:${hourOf(on)}`,
          facts: {
            ...factsOf({ serviceId, name }, isMissed ? 'schedule.missed' : 'schedule.failed'),
            title: isMissed
              ? `A scheduled run of ${name} was ${what}`
              : `A scheduled run of ${name} has failed`,
            text: `The run of the function ${name} (${service}) of ${on} ${isMissed ? `was ${what}` : 'has failed'}. Further ones of the same hour are not told.`,
            data: { serviceId, function: name, dueAt: on, state },
          },
        },
      ];
    }),
  );
  await tellFirst(parts, events);
}

/** Tells the first event of each key. */
async function tellFirst({ db, notifier }: MeasureParts, events: readonly Event[]): Promise<void> {
  const keys = new Set<string>();
  const first = events.filter(({ key }) => keys.size < keys.add(key).size);
  if (first.length === 0) return;
  await db.transaction().execute(async (transaction) => {
    for (const event of first) await notifier.tell(transaction, event);
  });
}

function factsOf(
  { serviceId, name }: { serviceId: string; name: string },
  type: string,
): Pick<Facts, 'action' | 'serviceId' | 'tone' | 'type'> {
  return {
    type,
    tone: 'bad',
    action: { label: 'Show the function', path: consolePaths.service(serviceId, { function: name }) },
    serviceId,
  };
}

function hourOf(iso: string): number {
  return Math.floor(Date.parse(iso) / HOUR_MS);
}
