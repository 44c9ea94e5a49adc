import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import { TooManyRequestsError } from '../http/errors.ts';
import { type AttemptCount, deleteAttempts, listAttempts, updateAttempts } from './attempts.repository.ts';

const WINDOW_MS = 15 * 60_000;

/** Attempts in 15 minutes (of those to sign in, failed ones), in the database so that all processes count together. */
const LIMITS = {
  /**
   * The name as typed, whether or not an account has it. Username and e-mail are counted apart: if guesses for the
   * one used up the other, a block would tell that they belong to the same person.
   */
  account: 10,
  address: 100,
  /** Mails that anyone can have sent to one mailbox. */
  mailbox: 6,
  /** What one address asks for without being signed in: accounts, reset links, confirmations. */
  asking: 60,
} as const;

type Kind = keyof typeof LIMITS;

export interface AttemptLimits {
  /** Throws 429 when one of the subjects has used up its attempts. */
  check(db: Store, subjects: readonly string[]): Promise<void>;
  /** Counts one attempt more for each; throws 429 when that was more than the limit. */
  count(db: Store, subjects: readonly string[]): Promise<void>;
  clear(db: Store, subject: string): Promise<void>;
}

export function accountSubject(name: string): string {
  return subject('account', name.toLowerCase());
}

export function mailboxSubject(email: string): string {
  return subject('mailbox', email.toLowerCase());
}

/** An IPv6 customer has a whole /64 to itself: addresses of one count as one. */
export function addressSubject(address: string): string {
  if (!isIPv6(address)) return subject('address', address);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return subject('address', parsed.toString());
  return subject('address', `${(parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')}::/64`);
}

/** None for this machine itself, where whole suites of tests come from. */
export function askingSubjects(address: string): string[] {
  const isLocal = ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
  return isLocal ? [] : [subject('asking', addressSubject(address))];
}

function subject(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}

export function createAttemptLimits(clock: Clock): AttemptLimits {
  const windowsSince = () => new Date(clock.now().getTime() - WINDOW_MS);

  function refuse(counts: AttemptCount[], isReached: (count: number, limit: number) => boolean): void {
    const over = counts.filter(({ subject: name, attempts }) => {
      return isReached(attempts, LIMITS[name.slice(0, name.indexOf(' ')) as Kind]);
    });
    if (over.length === 0) return;
    const until = Math.max(...over.map(({ windowStartedOn }) => windowStartedOn.getTime() + WINDOW_MS));
    const seconds = Math.max(1, Math.ceil((until - clock.now().getTime()) / 1000));
    const minutes = Math.ceil(seconds / 60);
    throw new TooManyRequestsError(
      `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
      seconds,
    );
  }

  return {
    async check(db, subjects) {
      refuse(await listAttempts(db, subjects, windowsSince()), (count, limit) => count >= limit);
    },
    async count(db, subjects) {
      if (subjects.length === 0) return;
      const counts = await updateAttempts(db, subjects, clock.now(), windowsSince());
      refuse(counts, (count, limit) => count > limit);
    },
    clear: deleteAttempts,
  };
}
