import type { LogAction } from '@atrium/contract/audit/log-actions';
import { logSentence } from '@atrium/contract/audit/log-sentence';
import type { Clock, Random } from '../clock.ts';
import type { Store } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { countLogEntries, insertLogEntry, listOwnLogEntries, type OwnEntry } from './log-entry.repository.ts';
import { toStoredOrigin } from './stored-origin.ts';

/** A change: its action, and the state before and after if there is one. */
export interface Change {
  /** Null for the operator on the command line, who is not a user. */
  caller: Pick<Caller, 'domainId' | 'impersonatorId' | 'page' | 'requestId'> & { userId: string | null };
  /** Noun and verb: `pricing.change`. */
  action: LogAction;
  /** A sentence, or the object of the action: `logSentence` makes a sentence of it. */
  message: string;
  before?: unknown;
  after?: unknown;
  /** Set if the entry is about a failure. */
  stackTrace?: string;
}

interface Parts {
  clock: Clock;
  random: Random;
}

/** Audit log of changes, written as part of each change. */
export class Audit {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Counts a user's actions since a time. */
  count(
    db: Store,
    {
      caller,
      action,
      since,
    }: { caller: Pick<Caller, 'domainId' | 'userId'>; action: LogAction; since: Date },
  ): Promise<number> {
    const { domainId, userId } = caller;
    return countLogEntries(db, { domainId, userId, action, since });
  }

  /** Lists own actions of a user, or of everyone in a domain, since a time, of some kinds, oldest first. */
  list(
    db: Store,
    {
      by,
      actions,
      since,
    }: { by: { domainId: string; userId?: string }; actions: readonly LogAction[]; since: Date },
  ): Promise<OwnEntry[]> {
    return listOwnLogEntries(db, { ...by, actions, since });
  }

  /** Writes a log entry, in the transaction of the change that it describes. */
  record(db: Store, { caller, action, message, before, after, stackTrace }: Change): Promise<void> {
    const { clock, random } = this.#parts;
    return insertLogEntry(db, {
      id: random.id(),
      createdOn: clock.now(),
      domainId: caller.domainId,
      userId: caller.userId,
      ...toStoredOrigin(caller),
      action,
      message: logSentence({ action, message }),
      before,
      after,
      stackTrace: stackTrace ?? null,
    });
  }
}
