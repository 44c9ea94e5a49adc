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

export interface LogSearch {
  domainId: string;
  startAt: string;
  endAt: string | undefined;
  action: string | undefined;
  /** Undefined = everyone. */
  userIds: string[] | undefined;
  text: string | undefined;
  limit: number;
}

/** Newest first. */
export async function listLogEntries(db: Store, search: LogSearch): Promise<LogEntryRow[]> {
  const { domainId, startAt, endAt, action, userIds, text, limit } = search;
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
    .where('domainId', '=', domainId)
    .where('createdOn', '>=', new Date(startAt))
    .$if(endAt !== undefined, (query) => query.where('createdOn', '<=', new Date(endAt as string)))
    .$if(Boolean(action), (query) =>
      query.where((where) =>
        where.or([
          where('action', '=', action as string),
          sql<boolean>`starts_with(action, ${`${action}.`})`,
        ]),
      ),
    )
    .$if(userIds !== undefined, (query) => query.where('userId', '=', sql<string>`any(${userIds}::uuid[])`))
    .$if(Boolean(text), (query) =>
      query.where(
        sql<boolean>`position(lower(${text}) in lower(concat_ws(' ', action, message, stack_trace))) > 0`,
      ),
    )
    .orderBy('createdOn', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
