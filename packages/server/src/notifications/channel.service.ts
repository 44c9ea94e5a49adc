import {
  type AddChannel,
  type Channel,
  type Delivery,
  DeliverySubject,
  type SaveChannel,
} from '@atrium/contract/notifications/channels';
import {
  CHANNEL_KINDS,
  MAX_CHANNELS,
  type ReasonName,
  reasonOf,
} from '@atrium/contract/notifications/reasons';
import { missingPermission } from '@atrium/contract/permissions';
import { onDuplicate } from '@atrium/host/database/errors';
import { ConflictError, ForbiddenError, NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { People } from '../accounts/people/people.service.ts';
import type { Audit } from '../audit/audit.service.ts';
import type { Clock, Random } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { toWebhookSecret } from '../outbox/message-signature.ts';
import type { Outbox } from '../outbox/outbox.service.ts';
import type { Secrets } from '../secrets/secrets.service.ts';
import { minuteOf, timeOfDay } from '../time-of-day.ts';
import {
  type ChannelOwner,
  channelSecretColumn,
  deleteChannel,
  deleteRule,
  findOwnedChannel,
  insertChannel,
  listChannels,
  listMailedIds,
  listRules,
  type StoredChannel,
  updateChannel,
  upsertMailChannel,
  upsertRule,
} from './channel.repository.ts';
import { DELIVERY_KINDS } from './tell.job.ts';
import { testContent } from './test-content.ts';

type StoredDelivery = Awaited<ReturnType<Outbox['enqueue']>>;

/** Channels of the domain, or the caller's own. */
export type ChannelScope = 'domain' | 'own';

/** A test is tried once, at once: one that waits longer has lost its job. */
const LOST_AFTER_MS = 5 * 60_000;
const SECRET_BYTES = 24;
/** Characters of a chat's address that are shown. */
const SHOWN_END = 4;

const TIMING = {
  digest: 'AT_ONCE',
  digestMinute: 8 * 60,
  quietFrom: null,
  quietUntil: null,
  timeZone: 'UTC',
} as const;

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  outbox: Outbox;
  audit: Audit;
  people: Pick<People, 'findMailRecipient' | 'listNames'>;
  settingsUrl: (scope: ChannelScope) => string;
}

/** Receivers of notifications: of a domain, and of each person, whose e-mail is always among their own. */
export class Channels {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(caller: Caller, scope: ChannelScope): Promise<{ channels: Channel[]; mailed: string[] }> {
    const { db, clock, people, outbox } = this.#parts;
    const { domainId, userId } = caller;
    const now = clock.now();
    const stored = await listChannels(db, ownerOf(caller, scope));
    const hasMail = scope === 'domain' || stored.some(({ id }) => id === userId);
    const shown = hasMail ? stored : [mailChannel(caller, now), ...stored];
    const [rules, mailedIds] = await Promise.all([
      listRules(db, domainId),
      scope === 'domain' ? listMailedIds(db, domainId) : [],
    ]);
    const ids = stored.map(({ id }) => id);
    const [names, deliveries, mailbox] = await Promise.all([
      people.listNames([...stored.map(({ createdBy }) => createdBy), ...mailedIds]),
      outbox.list(domainId, ids),
      scope === 'own' ? people.findMailRecipient(db, userId) : undefined,
    ]);
    return {
      channels: shown.map((channel) => ({
        ...toTiming(channel),
        id: channel.id,
        kind: channel.kind,
        name: channel.name,
        address: channel.kind === 'EMAIL' ? (mailbox?.to ?? '') : channel.address,
        createdAt: hasMail || channel.kind !== 'EMAIL' ? channel.createdOn.toISOString() : null,
        user: names.get(channel.createdBy) ?? '',
        reasons: rules
          .filter(({ channelId }) => channelId === channel.id)
          .map(({ reason, threshold }) => ({ reason, threshold })),
        deliveries: deliveries
          .filter(({ receiverId }) => receiverId === channel.id)
          .map((delivery) => toDelivery(delivery, now)),
      })),
      mailed: mailedIds.flatMap((id) => names.get(id) ?? []).sort(),
    };
  }

  /** Returns the secret of a webhook, which is not shown again. */
  async create(
    caller: Caller,
    scope: ChannelScope,
    { kind, name, address }: z.output<typeof AddChannel>,
  ): Promise<{ id: string; secret: string | null }> {
    const { db, clock, random, secrets, audit } = this.#parts;
    const id = random.id();
    const isWebhook = kind === 'WEBHOOK';
    const secret = isWebhook ? toWebhookSecret(random.bytes(SECRET_BYTES)) : null;
    await db
      .transaction()
      .execute(async (transaction) => {
        const place = { column: channelSecretColumn.name, row: id };
        const row: StoredChannel = {
          ...TIMING,
          ...ownerOf(caller, scope),
          id,
          kind,
          name,
          address: isWebhook ? address : maskAddress(address),
          secret: await secrets.seal(transaction, place, secret ?? address),
          createdBy: caller.userId,
          createdOn: clock.now(),
        };
        if (!(await insertChannel(transaction, row)))
          throw new UnprocessableError(
            scope === 'domain'
              ? `A domain has at most ${MAX_CHANNELS} channels. Delete one that is no longer needed.`
              : `You have at most ${MAX_CHANNELS} channels besides e-mail. Delete one that is no longer needed.`,
          );
        const message = `Added a channel of notifications: ${CHANNEL_KINDS[kind]}, ${new URL(address).host}`;
        await audit.record(transaction, {
          caller,
          action: 'notifications.add-channel',
          message,
          after: { id, scope },
        });
      })
      .catch((error: unknown) =>
        onDuplicate(error, {
          notificationChannelsPlace: 'Another channel was added just now. Please try again.',
        }),
      );
    return { id, secret };
  }

  async save(
    caller: Caller,
    scope: ChannelScope,
    id: string,
    changes: z.output<typeof SaveChannel>,
  ): Promise<void> {
    const { db } = this.#parts;
    const { hasQuietHours, quietFrom, quietUntil, digestAt, digest, timeZone, name } = changes;
    await db.transaction().execute(async (transaction) => {
      const channel = await this.#get(transaction, caller, scope, id);
      await updateChannel(transaction, channel, {
        name,
        digest,
        timeZone,
        digestMinute: minuteOf(digestAt),
        quietFrom: hasQuietHours ? minuteOf(quietFrom) : null,
        quietUntil: hasQuietHours ? minuteOf(quietUntil) : null,
      });
      await this.#recordChange(transaction, caller, channel);
    });
  }

  /** Throws ForbiddenError if the caller may not see the subject of the reason. */
  async setReason(
    caller: Caller,
    scope: ChannelScope,
    { id: channelId, reason }: { id: string; reason: ReasonName },
    { isOn, threshold }: { isOn: boolean; threshold: number | null },
  ): Promise<void> {
    const { db } = this.#parts;
    const { domainId } = caller;
    const { permission, threshold: range, label } = reasonOf(reason);
    if (permission !== 'none' && !caller.permissions.includes(permission))
      throw new ForbiddenError(missingPermission(permission));
    const chosen = range === undefined ? null : threshold;
    if (range && chosen !== null && (chosen < range.min || chosen > range.max))
      throw new UnprocessableError(
        `"${label}" needs a number between ${range.min} and ${range.max} (${range.unit}).`,
      );
    await db.transaction().execute(async (transaction) => {
      const channel = await this.#get(transaction, caller, scope, channelId);
      if (isOn) await upsertRule(transaction, { channelId, domainId, reason, threshold: chosen });
      else await deleteRule(transaction, { channelId, domainId, reason });
      if (scope === 'domain') await this.#recordChange(transaction, caller, channel);
    });
  }

  async delete(caller: Caller, scope: ChannelScope, id: string): Promise<void> {
    const { db, audit, outbox } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const { kind, address } = await this.#get(transaction, caller, scope, id);
      if (!(await deleteChannel(transaction, caller.domainId, id))) throw noSuchChannel();
      await outbox.deleteReceiver(transaction, { domainId: caller.domainId, receiverId: id });
      await audit.record(transaction, {
        caller,
        action: 'notifications.delete-channel',
        message: `Deleted a channel of notifications: ${CHANNEL_KINDS[kind]}${kind === 'EMAIL' ? '' : `, ${hostOf(address)}`}`,
        before: { id, scope },
      });
    });
  }

  /** Sends a message about nothing; the next one only when it has ended. */
  async try(caller: Caller, scope: ChannelScope, id: string): Promise<Delivery> {
    const { db, clock, outbox, settingsUrl } = this.#parts;
    const { domainId } = caller;
    const now = clock.now();
    const isSending = (await outbox.list(domainId, [id])).some(
      (delivery) => delivery.event === 'test' && delivery.status === 'WAITING' && !isLostTest(delivery, now),
    );
    if (isSending) throw new UnprocessableError('A test is already being sent.');
    const delivery = await db.transaction().execute(async (transaction) => {
      const { kind } = await this.#get(transaction, caller, scope, id);
      return outbox.enqueue(transaction, {
        kind: DELIVERY_KINDS[kind],
        domainId,
        receiverId: id,
        event: 'test',
        subjectId: null,
        payload: JSON.stringify(testContent(kind, settingsUrl(scope), now)),
        // A test delivery isn't retried; the person can press the button again.
        maxTries: 1,
        isUrgent: true,
      });
    });
    return toDelivery(delivery, now);
  }

  async sendAgain(
    caller: Caller,
    scope: ChannelScope,
    { id: receiverId, deliveryId: id }: { id: string; deliveryId: string },
  ): Promise<Delivery> {
    const { db, clock, outbox } = this.#parts;
    const { domainId } = caller;
    const sent = await db.transaction().execute(async (transaction) => {
      await this.#get(transaction, caller, scope, receiverId);
      return outbox.sendAgain(transaction, { id, domainId, receiverId });
    });
    if (sent !== undefined) return toDelivery(sent, clock.now());
    const isWaiting = (await outbox.list(domainId, [receiverId])).some((delivery) => delivery.id === id);
    if (isWaiting) throw new ConflictError('The message is already being sent.');
    throw new NotFoundError('There is no such message any more: the last 20 of a channel are kept.');
  }

  /** Finds a channel of the owner. A person's e-mail channel is created on first use. */
  async #get(transaction: Store, caller: Caller, scope: ChannelScope, id: string): Promise<StoredChannel> {
    if (scope === 'own' && id === caller.userId)
      await upsertMailChannel(transaction, mailChannel(caller, this.#parts.clock.now()));
    const found = await findOwnedChannel(transaction, ownerOf(caller, scope), id);
    if (found === undefined) throw noSuchChannel();
    return found;
  }

  async #recordChange(transaction: Store, caller: Caller, { id, kind, name }: StoredChannel): Promise<void> {
    await this.#parts.audit.record(transaction, {
      caller,
      action: 'notifications.change-channel',
      message: `Changed a channel of notifications: ${CHANNEL_KINDS[kind]}, ${name}`,
      after: { id },
    });
  }
}

function ownerOf({ domainId, userId }: Caller, scope: ChannelScope): ChannelOwner {
  return { domainId, userId: scope === 'own' ? userId : null };
}

function mailChannel({ domainId, userId }: Caller, createdOn: Date): StoredChannel {
  const name = CHANNEL_KINDS.EMAIL;
  const owner = { id: userId, domainId, userId, createdBy: userId };
  return { ...TIMING, ...owner, kind: 'EMAIL', name, address: '', secret: null, createdOn };
}

/** The host and the last characters: the path of a chat's address is its key. */
function maskAddress(address: string): string {
  return `${new URL(address).host}/…${address.slice(-SHOWN_END)}`;
}

/** All that the log needs: addresses of receivers often hold a key in their path. */
function hostOf(address: string): string {
  return address.replace(/^https?:\/\//, '').replace(/\/.*$/, '');
}

function toTiming({ digest, digestMinute, quietFrom, quietUntil, timeZone }: StoredChannel) {
  return {
    digest,
    timeZone,
    digestAt: timeOfDay(digestMinute),
    hasQuietHours: quietFrom !== null,
    quietFrom: timeOfDay(quietFrom ?? 22 * 60),
    quietUntil: timeOfDay(quietUntil ?? 7 * 60),
  };
}

/** Whether a test was never tried, and will hardly be. */
function isLostTest({ event, status, createdOn }: StoredDelivery, now: Date): boolean {
  return event === 'test' && status === 'WAITING' && now.getTime() - createdOn.getTime() > LOST_AFTER_MS;
}

function toDelivery(stored: StoredDelivery, now: Date): Delivery {
  const { id, event, subjectId, tries, statusCode } = stored;
  const { status, error } = isLostTest(stored, now)
    ? ({ status: 'FAILED', error: 'The test could not be sent. Please send another one.' } as const)
    : stored;
  return {
    id,
    subject: DeliverySubject.parse(event),
    runId: event.startsWith('tests-') ? subjectId : null,
    status,
    tries,
    statusCode,
    error,
    createdAt: stored.createdOn.toISOString(),
    lastTryAt: stored.lastTryOn?.toISOString() ?? null,
  };
}

function noSuchChannel(): NotFoundError {
  return new NotFoundError('There is no such channel.');
}
