import type { Kysely } from 'kysely';
import type { People } from '../../accounts/people/people.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { deleteMailed, listMailedIds, upsertMailed } from './notice.repository.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  people: Pick<People, 'listNames'>;
}

/** Subscriptions to mails about the first failure and the recovery. */
export class NoticeMails {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async get({ domainId, userId }: Caller): Promise<{ isMailed: boolean; mailed: string[] }> {
    const ids = await listMailedIds(this.#parts.db, domainId);
    const names = await this.#parts.people.listNames(ids);
    return { isMailed: ids.includes(userId), mailed: ids.flatMap((id) => names.get(id) ?? []).sort() };
  }

  async update({ domainId, userId }: Caller, isMailed: boolean): Promise<void> {
    const { db, clock } = this.#parts;
    if (isMailed) await upsertMailed(db, { domainId, userId }, clock.now());
    else await deleteMailed(db, { domainId, userId });
  }
}
