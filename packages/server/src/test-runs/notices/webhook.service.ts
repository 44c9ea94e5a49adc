import {
  type AddWebhook,
  MAX_WEBHOOKS,
  NoticeKind,
  type Webhook,
  type WebhookDelivery,
} from '@atrium/contract/test-runs/notices';
import { onDuplicate } from '@atrium/host/database/errors';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { People } from '../../accounts/people/people.service.ts';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { toWebhookSecret } from '../../outbox/message-signature.ts';
import type { Outbox } from '../../outbox/outbox.service.ts';
import type { Secrets } from '../../secrets/secrets.service.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  type StoredWebhook,
  webhookSecretColumn,
} from './webhook.repository.ts';
import { WEBHOOK } from './webhook-kind.ts';

type StoredDelivery = Awaited<ReturnType<Outbox['enqueue']>>;

/** A test is tried once, at once: one that waits longer has lost its job. */
const LOST_AFTER_MS = 5 * 60_000;

/** Whether a test of a webhook was never tried, and will hardly be. */
function isLostTest({ event, status, createdOn }: StoredDelivery, now: Date): boolean {
  return event === 'test' && status === 'WAITING' && now.getTime() - createdOn.getTime() > LOST_AFTER_MS;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  random: Random;
  secrets: Secrets;
  outbox: Outbox;
  audit: Audit;
  people: Pick<People, 'listNames'>;
}

const SECRET_BYTES = 24;

/** Programs elsewhere that are told of the first failure and of recovery. */
export class Webhooks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list({ domainId }: Caller): Promise<Webhook[]> {
    const { db, clock, people, outbox } = this.#parts;
    const now = clock.now();
    const stored = await listWebhooks(db, domainId);
    const names = await people.listNames(stored.map(({ createdBy }) => createdBy));
    const deliveries = await outbox.list(domainId, WEBHOOK);
    return stored.map(({ id, url, createdBy, createdOn }) => ({
      id,
      url,
      createdAt: createdOn.toISOString(),
      user: names.get(createdBy) ?? '',
      deliveries: deliveries
        .filter(({ receiverId }) => receiverId === id)
        .map((delivery) => toDelivery(delivery, now)),
    }));
  }

  /** Returns the secret, which is not shown again. */
  async create(
    caller: Caller,
    { url }: z.output<typeof AddWebhook>,
  ): Promise<{ id: string; secret: string }> {
    const { db, clock, random, secrets, audit } = this.#parts;
    const id = random.id();
    const secret = toWebhookSecret(random.bytes(SECRET_BYTES));
    await db
      .transaction()
      .execute(async (transaction) => {
        const row = {
          id,
          domainId: caller.domainId,
          url,
          secret: await secrets.seal(transaction, { column: webhookSecretColumn.name, row: id }, secret),
          createdBy: caller.userId,
          createdOn: clock.now(),
        };
        if (!(await insertWebhook(transaction, row)))
          throw new UnprocessableError(`A domain has at most ${MAX_WEBHOOKS} webhooks.`);
        const message = `Added a webhook for test runs: ${hostOf(url)}`;
        await audit.record(transaction, { caller, action: 'test-runs.add-webhook', message, after: { id } });
      })
      .catch((error: unknown) =>
        onDuplicate(error, {
          webhooksDomainIdPositionKey: 'Someone has just added another webhook. Please try again.',
        }),
      );
    return { id, secret };
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { db, audit, outbox } = this.#parts;
    const { url } = await this.#get(caller, id);
    await db.transaction().execute(async (transaction) => {
      if (!(await deleteWebhook(transaction, caller.domainId, id))) throw noSuchWebhook();
      await outbox.deleteReceiver(transaction, { domainId: caller.domainId, receiverId: id });
      const message = `Deleted a webhook for test runs: ${hostOf(url)}`;
      await audit.record(transaction, {
        caller,
        action: 'test-runs.delete-webhook',
        message,
        before: { id },
      });
    });
  }

  /** Sends a message about no run; the next one only when it has ended. */
  async try(caller: Caller, id: string): Promise<WebhookDelivery> {
    const { db, clock, outbox } = this.#parts;
    const { domainId } = caller;
    await this.#get(caller, id);
    const now = clock.now();
    const isSending = (await outbox.list(domainId, WEBHOOK)).some(
      (delivery) =>
        delivery.receiverId === id &&
        delivery.event === 'test' &&
        delivery.status === 'WAITING' &&
        !isLostTest(delivery, now),
    );
    if (isSending) throw new UnprocessableError('A test is already being sent.');
    const payload = JSON.stringify({
      type: 'test-run.test',
      timestamp: now.toISOString(),
      data: { message: 'This is a test. The tests of your domain have neither failed nor recovered.' },
    });
    const delivery = await db.transaction().execute((transaction) =>
      outbox.enqueue(transaction, {
        kind: WEBHOOK,
        domainId,
        receiverId: id,
        event: 'test',
        subjectId: null,
        payload,
        // A test delivery isn't retried; the person can press the button again.
        maxTries: 1,
        isUrgent: true,
      }),
    );
    return toDelivery(delivery, now);
  }

  async #get({ domainId }: Caller, id: string): Promise<StoredWebhook> {
    const found = await findWebhook(this.#parts.db, domainId, id);
    if (found === undefined) throw noSuchWebhook();
    return found;
  }
}

/** All that the log needs: addresses of receivers often hold a key in their path. */
function hostOf(url: string): string {
  return new URL(url).host;
}

function toDelivery(stored: StoredDelivery, now: Date): WebhookDelivery {
  const { id, event, subjectId: runId, tries, statusCode } = stored;
  const { status, error } = isLostTest(stored, now)
    ? ({ status: 'FAILED', error: 'The test could not be sent. Please send another one.' } as const)
    : stored;
  return {
    id,
    kind: NoticeKind.parse(event),
    runId,
    status,
    tries,
    statusCode,
    error,
    createdAt: stored.createdOn.toISOString(),
    lastTryAt: stored.lastTryOn?.toISOString() ?? null,
  };
}

function noSuchWebhook(): NotFoundError {
  return new NotFoundError('There is no such webhook.');
}
