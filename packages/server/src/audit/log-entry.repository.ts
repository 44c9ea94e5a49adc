import type { LogPosition } from '@atrium/contract/audit/audit';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import type { AuditTables } from './audit.tables.ts';

export type LogEntryRow = Selectable<AuditTables['logEntries']>;

export async function insertLogEntry(db: Store, entry: LogEntryRow): Promise<void> {
  await db
    .insertInto('logEntries')
    .values({
      ...entry,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    })
    .execute();
}

/** How often a user has done something since a time. */
export async function countLogEntries(
  db: Store,
  { domainId, userId, action, since }: { domainId: string; userId: string; action: string; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('logEntries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('createdOn', '>', since)
    .where('action', '=', action)
    .executeTakeFirstOrThrow();
  return count;
}

/** What both searches narrow by; undefined does not narrow. */
interface LogFilter {
  startAt: string | undefined;
  endAt: string | undefined;
  action: string | undefined;
  text: string | undefined;
}

export interface LogSearch extends LogFilter {
  domainId: string;
  /** Undefined = everyone. */
  userIds: string[] | undefined;
  limit: number;
}

/** Newest first. */
export async function listLogEntries(db: Store, search: LogSearch): Promise<LogEntryRow[]> {
  const { domainId, userIds, limit } = search;
  return selectEntries(db, search)
    .where('domainId', '=', domainId)
    .$if(userIds !== undefined, (query) => query.where('userId', '=', anyOf(userIds as string[])))
    .limit(limit)
    .execute();
}

export interface AuditQuery extends LogFilter {
  /** Whoever acted, or was signed in as whoever acted. */
  userIds: string[] | undefined;
  domainIds: string[] | undefined;
}

/** Entries of all domains, newest first, from the one after `after` on. */
export async function listAuditEntries(
  db: Store,
  query: AuditQuery,
  { after, limit }: { after: LogPosition | undefined; limit: number },
): Promise<LogEntryRow[]> {
  const { userIds, domainIds } = query;
  return selectEntries(db, query)
    .$if(userIds !== undefined, (entries) =>
      entries.where((where) =>
        where.or([
          where('userId', '=', anyOf(userIds as string[])),
          where('impersonatorId', '=', anyOf(userIds as string[])),
        ]),
      ),
    )
    .$if(domainIds !== undefined, (entries) => entries.where('domainId', '=', anyOf(domainIds as string[])))
    .$if(after !== undefined, (entries) =>
      entries.where(sql<boolean>`(created_on, id) < (${after?.createdOn}::timestamptz, ${after?.id}::uuid)`),
    )
    .limit(limit)
    .execute();
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`;

function selectEntries(db: Store, { startAt, endAt, action, text }: LogFilter) {
  return db
    .selectFrom('logEntries')
    .select([
      'id',
      'createdOn',
      'domainId',
      'userId',
      'impersonatorId',
      'action',
      'message',
      'before',
      'after',
      'stackTrace',
      'requestId',
    ])
    .$if(startAt !== undefined, (query) => query.where('createdOn', '>=', new Date(startAt as string)))
    .$if(endAt !== undefined, (query) => query.where('createdOn', '<=', new Date(endAt as string)))
    .$if(Boolean(action), (query) =>
      query.where((where) =>
        where.or([
          // As the index has them: a database may compare texts in another way.
          sql<boolean>`action collate "C" = ${action}`,
          sql<boolean>`starts_with(action collate "C", ${`${action}.`})`,
        ]),
      ),
    )
    .$if(Boolean(text), (query) =>
      query.where(
        sql<boolean>`position(lower(${text}) in lower(concat_ws(' ', action, message, stack_trace))) > 0`,
      ),
    )
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc');
}
