import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database, Store } from '../../database/schema.ts';
import type { Operator } from '../../http/caller.ts';
import { findDirectoryEntry } from '../domains/domain-directory.repository.ts';
import { updateSessionsOfDomainEnded } from '../sessions/session.repository.ts';
import { findDomainHeld, hasOpenDomain, updateDomainLock } from './domain-lock.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
}

/** Domains whose people cannot sign in. */
export class DomainLocks {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether a domain is neither closed nor locked: whether its people can act at all. */
  isOpen(db: Store, domainId: string): Promise<boolean> {
    return hasOpenDomain(db, domainId);
  }

  /** Throws UnprocessableError if the domain is locked or closed; no one does that before the transaction ends. */
  async requireOpen(transaction: Store, domainId: string): Promise<void> {
    const domain = await findDomainHeld(transaction, domainId);
    if (domain === undefined || domain.closedOn !== null) throw closedError();
    if (domain.lockedOn !== null) throw lockedError();
  }

  /** Ends all sessions at once. Administrators shut no administrators out. */
  async lock(operator: Operator, id: string, reason: string): Promise<void> {
    const { db, clock, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const domain = await findDirectoryEntry(transaction, id);
      if (domain === undefined) throw new NotFoundError();
      if (domain.hasAdministrator) {
        throw new UnprocessableError(
          'This customer has administrators of the platform among its people, so it cannot be locked.',
        );
      }
      const now = clock.now();
      const lock = { lockedOn: now, lockedBecause: reason };
      if (!(await updateDomainLock(transaction, id, lock))) return;
      await updateSessionsOfDomainEnded(transaction, id, { on: now, because: 'the customer was locked' });
      const caller = { ...operator, domainId: id };
      await audit.record(transaction, { caller, action: 'customer.lock', message: reason });
    });
  }

  async unlock(operator: Operator, id: string): Promise<void> {
    const { db, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      const domain = await findDirectoryEntry(transaction, id);
      if (domain === undefined) throw new NotFoundError();
      if (!(await updateDomainLock(transaction, id, null))) return;
      await audit.record(transaction, {
        caller: { ...operator, domainId: id },
        action: 'customer.unlock',
        message: 'Unlocked the customer',
        before: { lockedOn: domain.lockedOn, lockedBecause: domain.lockedBecause },
      });
    });
  }
}

/** Only returned after a correct password. */
export function lockedError(): UnprocessableError {
  return new UnprocessableError('This account is locked. Please contact the operator of this platform.');
}

export function closedError(): UnprocessableError {
  return new UnprocessableError('This domain was closed by its owner.');
}
