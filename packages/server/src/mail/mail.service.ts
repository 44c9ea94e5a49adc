import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Store } from '../database/schema.ts';
import type { PublicUrl } from '../http/public-url.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { type MailParts, renderMail } from './mail-layout.ts';
import { MailLimits } from './mail-limit.service.ts';
import type { MailAttachment, MailProvider } from './mail-provider.ts';
import { type QueuedMail, sendMailJob } from './send-mail.job.ts';

/** A mail whose job is running, written by its area. */
export interface ComposedMail extends MailParts {
  to: string;
  /** The name under which mails to this mailbox are limited; null for notices, which always arrive. */
  limitedAs: string | null;
  /** Called after the transaction, because rendering may take long. */
  attach?: () => Promise<MailAttachment>;
}

/** Writes the mails of an area when their job runs, so that they contain no stale facts and links are fresh. */
export interface MailComposer {
  /** Returns undefined if the mail is no longer due. `home` is the public address. */
  compose(transaction: Store, request: unknown, home: string): Promise<ComposedMail | undefined>;
}

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  jobs: Jobs;
  provider: MailProvider;
  publicUrl: PublicUrl;
  /** By area. Called when a mail is sent, when all areas are built. */
  composers: () => Readonly<Record<string, MailComposer>>;
}

/** Queues mails, limits them per mailbox and sends them. Their texts are in the areas that queue them. */
export class Mails {
  readonly #parts: Parts;
  readonly #limits: MailLimits;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#limits = new MailLimits(parts);
  }

  /** Queues a mail in the transaction that it is about. Costs the same whether or not a mail is sent. */
  async queue(transaction: Store, mail: QueuedMail, { isUrgent }: { isUrgent: boolean }): Promise<void> {
    await this.#parts.jobs.send(sendMailJob, mail, {
      transaction,
      ...(mail.requester !== undefined && { group: mail.requester }),
      isUrgent,
    });
  }

  /** Composes and sends a queued mail: the work of the job. */
  async send(mail: QueuedMail): Promise<void> {
    const { db, composers, provider, publicUrl } = this.#parts;
    const { area, requester } = mail;
    const composer = composers()[area];
    if (composer === undefined) throw new Error(`no area composes mails as ${area}`);
    const counted = ({ limitedAs, to }: ComposedMail) =>
      limitedAs === null ? undefined : { name: limitedAs, mailbox: to, requester };
    const composed = await db.transaction().execute(async (transaction) => {
      const written = await composer.compose(transaction, mail, publicUrl.get());
      const count = written && counted(written);
      // No one can flood another person's mailbox; mails over the limit are dropped silently.
      if (count !== undefined && !(await this.#limits.mayReceive(transaction, count))) return undefined;
      return written;
    });
    if (composed === undefined) return;
    try {
      // The link works by now, even if a slow mail server leaves the delivery in doubt.
      const message = renderMail(composed.to, publicUrl.get(), composed);
      const attachments = composed.attach === undefined ? [] : [await composed.attach()];
      await provider.send({ ...message, attachments });
    } catch (error) {
      const count = counted(composed);
      if (count !== undefined) await this.#limits.giveBack(db, count);
      throw error;
    }
  }

  /** Forgets how many mails of a name a mailbox got. */
  async resetLimit(db: Store, name: string, mailbox: string): Promise<void> {
    await this.#limits.reset(db, { name, mailbox });
  }
}

/** Mails of one domain take turns with those of other domains and of visitors' addresses. */
export function domainRequester(domainId: string): string {
  return `domain ${domainId}`;
}
