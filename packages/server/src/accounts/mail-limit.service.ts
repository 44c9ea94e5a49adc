import type { Clock } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import type { MailContent } from './account-mail-texts.ts';
import { deleteAttemptsFrom, updateAttempts, updateAttemptsLess } from './sign-in/attempt.repository.ts';

/** About a change to an account, a sign-in, or what a domain has asked to be told. They always arrive. */
const NOTICES: ReadonlySet<MailContent['kind']> = new Set([
  'email-changed',
  'password-changed',
  'second-factor',
  'identity',
  'own-key',
  'new-device',
  'account-closed',
  // Bounded by what causes them: whole runs, ten budgets, a card's last month and the invoice of a month.
  'test-runs',
  'budget-reached',
  'card-expires',
  'invoice',
]);

/** Whether a mail always arrives: also about an automatic payment, because an invoice is tried four times at most. */
function isNotice(content: MailContent): boolean {
  const isTry = content.kind === 'payment-failed' && content.retryOn !== undefined;
  return isTry || NOTICES.has(content.kind);
}

const WINDOW_MS = 15 * 60_000;

/** Mails of one kind that one mailbox gets in 15 minutes because of one asker, and because of all together. */
const LIMIT_OF_ASKER = 5;
const LIMIT = 15;

interface Parts {
  clock: Clock;
}

/**
 * How many mails others can have sent to a mailbox. Each kind counts for itself, so that no kind silences another, and
 * each asker for itself, so that a stranger does not use up the reset links that the owner asks for.
 */
export class MailLimits {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts a mail, unless it is a notice; returns false if it is over a limit. */
  async mayReceive(db: Store, content: MailContent, mailbox: string, asker = 'unknown'): Promise<boolean> {
    if (isNotice(content)) return true;
    const now = this.#parts.clock.now();
    const ofAsker = `${subjectOf(content.kind, mailbox)}${asker}`;
    const since = new Date(now.getTime() - WINDOW_MS);
    const [count] = await updateAttempts(db, [ofAsker], now, since);
    // What one asker has too much of does not count for the others.
    if (count === undefined || count.attempts > LIMIT_OF_ASKER) return false;
    const [all] = await updateAttempts(db, [subjectOf(content.kind, mailbox)], now, since);
    return all !== undefined && all.attempts <= LIMIT;
  }

  /** A mail that was counted was not sent. Outside of any transaction. */
  async giveBack(db: Store, content: MailContent, mailbox: string, asker = 'unknown'): Promise<void> {
    if (isNotice(content)) return;
    const subject = subjectOf(content.kind, mailbox);
    // One after the other: whoever counts a mail locks the two in an order of their own.
    await updateAttemptsLess(db, `${subject}${asker}`);
    await updateAttemptsLess(db, subject);
  }

  /** After a change of the password: the links sent before are useless, so the owner may need another. */
  async allowResets(db: Store, mailbox: string): Promise<void> {
    await deleteAttemptsFrom(db, subjectOf('reset', mailbox));
  }
}

/** With a space at the end, so that no mailbox begins with the name of another. */
function subjectOf(kind: MailContent['kind'], mailbox: string): string {
  return `mail-${kind} ${mailbox.toLowerCase()} `;
}
