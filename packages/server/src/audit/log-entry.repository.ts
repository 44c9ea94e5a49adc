import type { LogPosition } from '@atrium/contract/audit/audit';
import { type Kysely, sql } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import {
  type FoundEntries,
  type LogEntryQuery,
  type LogEntryRow,
  listEntriesWithText,
  type SearchPatience,
  toEntriesAfter,
} from './text-search.repository.ts';

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

/** Counts a user's actions since a time. */
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

export type OwnEntry = Pick<LogEntryRow, 'action' | 'after' | 'message' | 'userId'>;

/**
 * Lists a user's actions in their domain since a time, including those as another user, without those of impersonators;
 * or the own actions of everyone in a domain. Oldest first.
 */
export function listOwnLogEntries(
  db: Store,
  {
    domainId,
    userId,
    actions,
    since,
  }: { domainId: string; userId?: string; actions: readonly string[]; since: Date },
): Promise<OwnEntry[]> {
  return db
    .selectFrom('logEntries')
    .select(['action', 'message', 'after', 'userId'])
    .where('domainId', '=', domainId)
    .where((where) => {
      const asThemselves = where('impersonatorId', 'is', null);
      if (userId === undefined) return asThemselves;
      return where.or([asThemselves.and('userId', '=', userId), where('impersonatorId', '=', userId)]);
    })
    .where('createdOn', '>=', since)
    .where('action', 'in', actions)
    .orderBy('createdOn')
    .orderBy('id')
    .execute();
}

/** Filter of both searches; undefined matches everything. */
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
export async function listLogEntries(
  db: Kysely<Database>,
  search: LogSearch,
  patience: SearchPatience,
): Promise<FoundEntries> {
  const { domainId, userIds, text, limit } = search;
  const select = (transaction: Store) =>
    selectEntries(transaction, search)
      .where('domainId', '=', domainId)
      .$if(userIds !== undefined, (query) => query.where('userId', '=', anyOf(userIds as string[])));
  return listFound(db, select, { text, limit, after: undefined, patience });
}

export interface AuditQuery extends LogFilter {
  /** Users who acted, or whose impersonator acted. */
  userIds: string[] | undefined;
  domainIds: string[] | undefined;
}

/** Entries of all domains, newest first, from the one after `after` on. */
export async function listAuditEntries(
  db: Kysely<Database>,
  query: AuditQuery,
  page: Omit<Page, 'text'>,
): Promise<FoundEntries> {
  const { userIds, domainIds, text } = query;
  const select = (transaction: Store) =>
    selectEntries(transaction, query)
      .$if(userIds !== undefined, (entries) =>
        entries.where((where) =>
          where.or([
            where('userId', '=', anyOf(userIds as string[])),
            where('impersonatorId', '=', anyOf(userIds as string[])),
          ]),
        ),
      )
      .$if(domainIds !== undefined, (entries) =>
        entries.where('domainId', '=', anyOf(domainIds as string[])),
      );
  return listFound(db, select, { text, ...page });
}

interface Page {
  text: string | undefined;
  after: LogPosition | undefined;
  limit: number;
  patience: SearchPatience;
}

async function listFound(
  db: Kysely<Database>,
  select: (transaction: Store) => LogEntryQuery,
  { text, after, limit, patience }: Page,
): Promise<FoundEntries> {
  if (text) return listEntriesWithText(db, select, { text, after, limit, patience });
  return { rows: await toEntriesAfter(select(db), after).limit(limit).execute(), stoppedAt: undefined };
}

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`;

function selectEntries(db: Store, { startAt, endAt, action }: LogFilter): LogEntryQuery {
  return db
    .selectFrom('logEntries')
    .select([
      'id',
      'createdOn',
      'domainId',
      'userId',
      'impersonatorId',
      'pageServiceId',
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
          // Uses the collation of the index: a database may compare texts in another way.
          sql<boolean>`action collate "C" = ${action}`,
          sql<boolean>`starts_with(action collate "C", ${`${action}.`})`,
        ]),
      ),
    )
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc');
}
