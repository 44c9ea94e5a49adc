import type { Clock } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import { deleteCountsFrom, updateCount, updateCountLess } from './mail-count.repository.ts';

const WINDOW_MS = 15 * 60_000;

/** Mails with the same name to one mailbox in 15 minutes: because of one requester, and in all. */
const LIMIT_PER_REQUESTER = 5;
const LIMIT = 15;

interface Parts {
  clock: Clock;
}

export interface CountedMail {
  name: string;
  mailbox: string;
  requester: string | undefined;
}

/**
 * Limits mails per mailbox. Each name of mails is counted separately, so that no kind of mail silences another. So is each
 * requester, so that a stranger doesn't use up the reset links that the owner asks for.
 */
export class MailLimits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts a mail; returns false if it is over a limit. */
  async mayReceive(db: Store, { name, mailbox, requester = 'unknown' }: CountedMail): Promise<boolean> {
    const now = this.#parts.clock.now();
    const window = { now, windowsSince: new Date(now.getTime() - WINDOW_MS) };
    const subject = subjectOf(name, mailbox);
    // Mails over the limit of one requester don't count for the others.
    if ((await updateCount(db, `${subject}${requester}`, window)) > LIMIT_PER_REQUESTER) return false;
    return (await updateCount(db, subject, window)) <= LIMIT;
  }

  /** Uncounts a mail that could not be sent. Outside of any transaction. */
  async giveBack(db: Store, { name, mailbox, requester = 'unknown' }: CountedMail): Promise<void> {
    const subject = subjectOf(name, mailbox);
    // Sequentially: `mayReceive` locks the two in its own order.
    await updateCountLess(db, `${subject}${requester}`);
    await updateCountLess(db, subject);
  }

  async reset(db: Store, { name, mailbox }: Pick<CountedMail, 'mailbox' | 'name'>): Promise<void> {
    await deleteCountsFrom(db, subjectOf(name, mailbox));
  }
}

/** The space at the end keeps a mailbox from being the prefix of another. */
function subjectOf(name: string, mailbox: string): string {
  return `${name} ${mailbox.toLowerCase()} `;
}
