import type { LogAction } from '@atrium/contract/audit/log-actions';
import type { Audit } from '../../audit/audit.service.ts';
import type { Store } from '../../database/schema.ts';
import { browserName } from '../devices/browser-name.ts';
import type { Device } from '../devices/known-device.service.ts';
import type { Account } from '../people/user.repository.ts';

interface Parts {
  audit: Audit;
}

/** A sign-in, or an attempt at one. */
export interface SignInAttempt {
  account: Account;
  device: Device;
  requestId: string;
}

/**
 * Logs sign-ins and failed attempts in the account's domain. A name without an account is not logged: it may be a
 * password typed into the wrong field.
 */
export class SignInLog {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `via` is the identity provider, if there is one. */
  recordSignIn(transaction: Store, attempt: SignInAttempt, via?: string): Promise<void> {
    const { userId } = attempt.account;
    const how = via === undefined ? '' : `via ${via} `;
    return this.#record(
      transaction,
      attempt,
      userId,
      'account.sign-in',
      `Signed in ${how}${placeOf(attempt)}`,
    );
  }

  async recordRefused(
    transaction: Store,
    attempt: SignInAttempt,
    reason: 'wrong password' | 'wrong second factor' | 'customer locked' | 'address not confirmed',
  ): Promise<void> {
    const message = `Refused a sign-in as ${attempt.account.username}: ${reason}, ${placeOf(attempt)}`;
    // The actor is unknown; the account is only the target.
    await this.#record(transaction, attempt, null, 'account.sign-in-refused', message);
  }

  /** Logged once for each series of guesses: later refusals cost nothing, and are not logged. */
  async recordStopped(transaction: Store, attempt: SignInAttempt): Promise<void> {
    const message = `Stopped guesses at the account of ${attempt.account.username}, ${placeOf(attempt)}`;
    await this.#record(transaction, attempt, null, 'account.sign-in-stopped', message);
  }

  #record(
    transaction: Store,
    { account: { domainId }, device: { address, userAgent }, requestId }: SignInAttempt,
    userId: string | null,
    action: LogAction,
    message: string,
  ): Promise<void> {
    const caller = { userId, domainId, requestId };
    const after = { address, browser: browserName(userAgent) };
    return this.#parts.audit.record(transaction, { caller, action, message, after });
  }
}

function placeOf({ device: { address, userAgent } }: SignInAttempt): string {
  return `with ${browserName(userAgent)} at ${address}`;
}
