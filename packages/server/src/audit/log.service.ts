import type { searchLog } from '@atrium/contract/audit/log';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import type { Kysely } from 'kysely';
import type { People } from '../accounts/people/people.service.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import { listLogEntries } from './log-entry.repository.ts';
import { nameEntries } from './named-entries.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  people: People;
  /** Entries that a search reads at most. */
  most?: number;
}

/** The log entries of a domain, for its users to search. */
export class Log {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async list(
    caller: Caller,
    { startAt, endAt, action, user, text, size }: EndpointInput<typeof searchLog>['body'],
  ): Promise<EndpointResponse<typeof searchLog>> {
    const { db, clock, people, most } = this.#parts;
    const now = clock.now().toISOString();
    const search = {
      domainId: caller.domainId,
      startAt,
      endAt,
      action,
      userIds: await this.#visibleUsers(caller, user),
      text,
      limit: size,
    };
    const { rows, stoppedAt } = await listLogEntries(db, search, most);
    const logs = await nameEntries(people, rows);
    return { now, logs, ...(stoppedAt && { searchedBackTo: stoppedAt.createdOn }) };
  }

  /** Without the permission for the whole domain, people only see their own actions. */
  async #visibleUsers(caller: Caller, user: string | undefined): Promise<string[] | undefined> {
    const own = caller.permissions.includes('audit.read') ? undefined : [caller.userId];
    if (!user) return own;
    const named = await this.#parts.people.listIdsLike(caller.domainId, user);
    return own === undefined ? named : named.filter((id) => own.includes(id));
  }
}
