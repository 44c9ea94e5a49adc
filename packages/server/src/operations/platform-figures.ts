import type { Kysely } from 'kysely';
import type { Registry } from 'prom-client';
import type { MonthClose } from '../billing/invoices/month-close.service.ts';
import type { Payments } from '../billing/payments/payment.service.ts';
import type { Reversals } from '../billing/payments/reversal.service.ts';
import type { UnwantedCharges } from '../billing/payments/unwanted-charge.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import { listQueueFigures, type QueueFigures } from '../jobs/queue-figure.repository.ts';
import { addFigures, askTogether } from './asked-figures.ts';
import type { DatabaseBackups } from './database-backup.service.ts';

const ASKED_EVERY_MS = 10_000;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  billing: {
    payments: Payments;
    unwantedCharges: UnwantedCharges;
    reversals: Reversals;
    monthClose: MonthClose;
  };
  databaseBackups: DatabaseBackups;
}

/** Figures of the whole platform, from the database; every process with the role `jobs` exports the same. */
export function addPlatformFigures(
  registry: Registry,
  { db, clock, billing: { payments, unwantedCharges, reversals, monthClose }, databaseBackups }: Parts,
): void {
  const read = async () => ({
    queues: await listQueueFigures(db),
    payments: await payments.getOpenCount(),
    unwanted: await unwantedCharges.getRecentCount(),
    disputed: await reversals.getRecentDisputeCount(),
    months: await monthClose.listDue(),
    backup: await databaseBackups.findLast(),
  });
  const ofQueues = (value: (queue: QueueFigures) => number) => (figures: { queues: QueueFigures[] }) =>
    figures.queues.map((queue) => ({ labels: { queue: queue.queue }, value: value(queue) }));
  const secondsSince = (time: Date) => (clock.now().getTime() - time.getTime()) / 1000;

  addFigures(registry, askTogether(read, ASKED_EVERY_MS), [
    {
      name: 'atrium_queue_waiting_jobs',
      help: 'Jobs of a queue that are due and wait.',
      labelNames: ['queue'],
      show: ofQueues(({ waiting }) => waiting),
    },
    {
      name: 'atrium_queue_active_jobs',
      help: 'Jobs of a queue that run.',
      labelNames: ['queue'],
      show: ofQueues(({ active }) => active),
    },
    {
      name: 'atrium_queue_failed_jobs',
      help: 'Jobs of a queue that were given up within the last days.',
      labelNames: ['queue'],
      show: ofQueues(({ failed }) => failed),
    },
    {
      name: 'atrium_queue_failed_jobs_last_hour',
      help: 'Jobs of a queue that were given up within the last hour.',
      labelNames: ['queue'],
      show: ofQueues(({ failedLastHour }) => failedLastHour),
    },
    {
      name: 'atrium_queue_oldest_seconds',
      help: 'How long the oldest waiting job of a queue has been due.',
      labelNames: ['queue'],
      show: ofQueues(({ oldestSeconds }) => oldestSeconds),
    },
    {
      name: 'atrium_payments_open',
      help: 'Payments whose result is not known yet.',
      show: ({ payments: { count } }) => count,
    },
    {
      name: 'atrium_payments_oldest_open_seconds',
      help: 'Age of the oldest payment whose result is not known yet.',
      show: ({ payments: { since } }) => (since === null ? 0 : secondsSince(since)),
    },
    {
      name: 'atrium_payments_unwanted_last_day',
      help: 'Charges found within the last day that the card provider has and that pay no invoice.',
      show: ({ unwanted }) => unwanted,
    },
    {
      name: 'atrium_payments_disputed_last_day',
      help: 'Disputes of payments that were opened or decided within the last day.',
      show: ({ disputed }) => disputed,
    },
    {
      name: 'atrium_months_not_closed',
      help: 'Months that have ended and are not invoiced yet.',
      show: ({ months }) => months.length,
    },
    {
      name: 'atrium_backup_last_success_timestamp_seconds',
      help: 'When the last good backup by timetable was made.',
      show: ({ backup }) => backup && backup.endedOn.getTime() / 1000,
    },
    {
      name: 'atrium_backup_interval_seconds',
      help: 'How often a backup is made by timetable; no value where there is no timetable.',
      show: () => {
        const { everyHours } = databaseBackups;
        return everyHours === undefined ? undefined : everyHours * 3600;
      },
    },
  ]);
}
