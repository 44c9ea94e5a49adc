import type { Clock, Random } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { insertLogEntry } from './log-entry.repository.ts';

/** One change: what was done, and the state before and after where there is one. */
export interface Change {
  /** Nobody is the operator on the command line, who is no user. */
  caller: Pick<Caller, 'domainId' | 'impersonatorId' | 'requestId'> & { userId: string | null };
  /** Noun and verb: `pricing.change`. */
  action: string;
  message: string;
  before?: unknown;
  after?: unknown;
  /** Given when the entry tells of a failure. */
  stackTrace?: string;
}

export interface Audit {
  /** Writes a log entry, in the transaction of the change that it tells of. */
  record(db: Store, change: Change): Promise<void>;
}

export function createAudit(clock: Clock, random: Random): Audit {
  return {
    record: (db, { caller, action, message, before, after, stackTrace }) =>
      insertLogEntry(db, {
        id: random.id(),
        createdOn: clock.now(),
        domainId: caller.domainId,
        userId: caller.userId,
        impersonatorId: caller.impersonatorId ?? null,
        action,
        message,
        before,
        after,
        stackTrace: stackTrace ?? null,
        requestId: caller.requestId ?? null,
      }),
  };
}
