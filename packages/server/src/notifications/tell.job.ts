import { consolePaths } from '@atrium/contract/console-paths';
import { type ChannelKindName, type ReasonName, reasonOf } from '@atrium/contract/notifications/reasons';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { PublicUrl } from '../http/public-url.ts';
import { defineJob, handleJob, type JobHandler } from '../jobs/define-job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import { findChannel, listNotified, type StoredChannel } from './channel.repository.ts';
import { dueTime } from './due-time.ts';
import type { Content, Told } from './facts.ts';
import { webhookBody } from './messages.ts';
import {
  deleteHeld,
  deleteNotificationsBefore,
  findUntold,
  insertHeld,
  listDue,
  listDueChannels,
  listLost,
  type StoredNotification,
  updateTold,
} from './notification.repository.ts';

/** Queues the messages of one notification. */
export const tellJob = defineJob({
  name: 'notifications.tell',
  payload: z.object({ id: z.uuid(), domainId: z.uuid() }),
  concurrency: 2,
});

/** Every minute: sends notifications whose quiet hours or digest have ended. */
const sendHeldJob = defineJob({
  name: 'notifications.send-held',
  payload: z.object({}),
  policy: 'exclusive',
  timetable: '* * * * *',
  retries: 0,
});

/** Stored with each delivery of a kind of channel. */
export const DELIVERY_KINDS: Record<ChannelKindName, string> = {
  EMAIL: 'email',
  WEBHOOK: 'webhook',
  SLACK: 'slack',
  TEAMS: 'teams',
  DISCORD: 'discord',
};

/** Most notifications of one message. */
const MAX_TOLD = 20;
const LOST_AFTER_MS = 5 * 60_000;
const KEPT_MS = 30 * 86_400_000;

/** The last submission of a domain before a time, with the username of its author. */
type FindLastSubmission = (
  domainId: string,
  what: { before: Date; serviceId: string | undefined },
) => Promise<
  { serviceId: string; version: number; message: string; author: string; submittedOn: Date } | undefined
>;

export interface TellParts {
  db: Kysely<Database>;
  clock: Clock;
  jobs: Pick<Jobs, 'send'>;
  outbox: Pick<Outbox, 'enqueue'>;
  publicUrl: PublicUrl;
  /** A person with their permissions; undefined if they are gone or locked. */
  findActor: (userId: string) => Promise<Caller | undefined>;
  findLastSubmission: FindLastSubmission;
}

export function tellJobs(parts: TellParts): JobHandler[] {
  return [
    handleJob(tellJob, (notification) => tell(parts, notification)),
    handleJob(sendHeldJob, (_nothing, { signal }) => sendHeld(parts, signal)),
  ];
}

/** Queues the messages of one notification or holds them back; all or none, and once however often it is repeated. */
async function tell(parts: TellParts, place: { id: string; domainId: string }): Promise<void> {
  const { db, clock } = parts;
  const notification = await findUntold(db, place);
  if (notification === undefined) return;
  const listed = await listNotified(db, notification);
  const rights = await Promise.all(listed.map((channel) => findRights(parts, channel)));
  const channels = listed.filter((_, index) => rights[index]?.(notification.reason));
  const told = await describe(parts, notification);
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    if (!(await updateTold(transaction, place, now))) return;
    for (const channel of channels) {
      const dueOn = dueTime(channel, now);
      const held = {
        channelId: channel.id,
        notificationId: notification.id,
        domainId: place.domainId,
        dueOn,
      };
      if (dueOn > now) await insertHeld(transaction, held);
      else await enqueue(parts, transaction, channel, { first: notification, told: [told] });
    }
  });
}

async function sendHeld(parts: TellParts, signal: AbortSignal): Promise<void> {
  const { db, clock, jobs } = parts;
  const now = clock.now();
  for (const place of await listLost(db, new Date(now.getTime() - LOST_AFTER_MS)))
    await jobs.send(tellJob, place, { group: place.domainId });
  for (const place of await listDueChannels(db, now)) {
    signal.throwIfAborted();
    await sendDue(parts, place, now);
  }
  await deleteNotificationsBefore(db, new Date(now.getTime() - KEPT_MS));
}

async function sendDue(
  parts: TellParts,
  place: { channelId: string; domainId: string },
  now: Date,
): Promise<void> {
  const { db } = parts;
  const channel = await findChannel(db, place.domainId, place.channelId);
  const due = await listDue(db, place, now);
  if (channel === undefined || due.length === 0) return;
  const mayGet = await findRights(parts, channel);
  const allowed = due.filter(({ reason }) => mayGet(reason));
  const told = await Promise.all(allowed.slice(0, MAX_TOLD).map((one) => describe(parts, one)));
  await db.transaction().execute(async (transaction) => {
    const ids = due.map(({ id }) => id);
    // Another process has sent some of them.
    if ((await deleteHeld(transaction, place, ids)) !== ids.length)
      throw new Error('notifications of a channel were sent by two processes at once');
    const [first] = allowed;
    if (first)
      await enqueue(parts, transaction, channel, { first, told, more: allowed.length - told.length });
  });
}

/** Reasons for which a channel may be notified: none if its person is gone, or may not see the reason's subject. */
async function findRights(
  { findActor }: TellParts,
  { domainId, userId }: StoredChannel,
): Promise<(reason: ReasonName) => boolean> {
  if (userId === null) return () => true;
  const person = await findActor(userId);
  if (person?.domainId !== domainId) return () => false;
  return (reason) => {
    const { permission } = reasonOf(reason);
    return permission === 'none' || person.permissions.includes(permission);
  };
}

async function describe(
  { publicUrl, findLastSubmission }: TellParts,
  { domainId, facts, createdOn }: StoredNotification,
): Promise<Told> {
  const { type, title, text, tone, data, action, serviceId } = facts;
  const home = publicUrl.get();
  const last = await findLastSubmission(domainId, { before: createdOn, serviceId });
  return {
    type,
    title,
    text,
    tone,
    data,
    at: createdOn.toISOString(),
    link: { label: action.label, url: `${home}${action.path}` },
    lastSubmission: last
      ? {
          serviceId: last.serviceId,
          version: last.version,
          message: last.message,
          author: last.author,
          submittedAt: last.submittedOn.toISOString(),
          url: `${home}${consolePaths.service(last.serviceId, { tab: 'versions' })}`,
        }
      : null,
  };
}

async function enqueue(
  { outbox, publicUrl, clock }: TellParts,
  transaction: Store,
  { id: receiverId, domainId, kind, userId }: StoredChannel,
  { first, told, more = 0 }: { first: StoredNotification; told: Told[]; more?: number },
): Promise<void> {
  const isOne = told.length === 1;
  const scope = userId === null ? {} : { of: 'me' as const };
  const settingsUrl = `${publicUrl.get()}${consolePaths.notifications(scope)}`;
  const content: Content = { told, more, settingsUrl };
  await outbox.enqueue(transaction, {
    kind: DELIVERY_KINDS[kind],
    domainId,
    receiverId,
    event: isOne ? first.reason : 'digest',
    subjectId: isOne ? first.subjectId : null,
    payload: JSON.stringify(kind === 'WEBHOOK' ? webhookBody(content, clock.now()) : content),
  });
}
