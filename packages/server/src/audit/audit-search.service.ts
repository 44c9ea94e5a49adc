import type { AuditFilter, LogPosition, searchAudit } from '@atrium/contract/audit/audit';
import type { LogEntry } from '@atrium/contract/audit/log';
import type { EndpointInput, EndpointResponse } from '@atrium/contract/endpoint';
import type { Kysely } from 'kysely';
import type { People } from '../accounts/people/people.service.ts';
import type { Database } from '../database/schema.ts';
import type { Caller } from '../http/caller.ts';
import type { Audit } from './audit.service.ts';
import { type AuditQuery, listAuditEntries } from './log-entry.repository.ts';
import { nameEntries } from './named-entries.ts';

/** Entries read at a time for an export: it is never in memory as a whole. */
const EXPORT_BATCH = 1_000;

interface Parts {
  db: Kysely<Database>;
  people: People;
  audit: Audit;
  /** Entries that a page reads at most. */
  most?: number;
}

/** The log entries of all domains, for administrators. */
export class AuditSearch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns one page. The total is not counted, because that would require reading all entries. */
  async list({
    after,
    size,
    ...filter
  }: EndpointInput<typeof searchAudit>['body']): Promise<EndpointResponse<typeof searchAudit>> {
    return this.#readPage(await this.#toQuery(filter), size, after);
  }

  /**
   * Streams all entries, page by page. The export is an entry itself: it discloses people's actions to the exporter.
   */
  async *export(caller: Caller, filter: AuditFilter): AsyncGenerator<LogEntry> {
    const { db, audit } = this.#parts;
    await audit.record(db, { caller, action: 'audit.export', message: 'Exported the log', after: filter });
    yield* this.listAll(filter);
  }

  /** For the operator, who has access to the database anyway. */
  async *listAll(filter: AuditFilter): AsyncGenerator<LogEntry> {
    const query = await this.#toQuery(filter);
    let position: LogPosition | undefined;
    do {
      const { content, next } = await this.#readPage(query, EXPORT_BATCH, position);
      yield* content;
      position = next ?? undefined;
    } while (position !== undefined);
  }

  async #readPage(query: AuditQuery, size: number, after: LogPosition | undefined) {
    const { db, people, most } = this.#parts;
    const { rows, stoppedAt } = await listAuditEntries(db, { ...query, after, limit: size + 1 }, most);
    const content = await nameEntries(people, rows.slice(0, size));
    const last = content.at(-1);
    const hasMore = rows.length > size && last !== undefined;
    return {
      content,
      next: hasMore ? { createdOn: last.createdOn, id: last.id } : (stoppedAt ?? null),
      searchedBackTo: stoppedAt?.createdOn ?? null,
    };
  }

  async #toQuery({ who, whom, what, text, startAt, endAt }: AuditFilter): Promise<AuditQuery> {
    const { people } = this.#parts;
    return {
      startAt,
      endAt,
      text,
      action: what,
      userIds: who ? await people.listIdsLikeAnywhere(who) : undefined,
      domainIds: whom ? await people.listDomainIdsLike(whom) : undefined,
    };
  }
}
