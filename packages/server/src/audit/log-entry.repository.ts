import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';

export interface LogEntryRow {
  id: string;
  createdOn: Date;
  domainId: string;
  userId: string | null;
  impersonatorId: string | null;
  action: string;
  message: string;
  before: unknown;
  after: unknown;
  stackTrace: string | null;
  requestId: string | null;
}

export async function insertLogEntry(db: Store, entry: LogEntryRow): Promise<void> {
  await db
    .insertInto('log_entries')
    .values({
      id: entry.id,
      created_on: entry.createdOn,
      domain_id: entry.domainId,
      user_id: entry.userId,
      impersonator_id: entry.impersonatorId,
      action: entry.action,
      message: entry.message,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      stack_trace: entry.stackTrace,
      request_id: entry.requestId,
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
    .selectFrom('log_entries')
    .select([
      'id',
      'created_on as createdOn',
      'domain_id as domainId',
      'user_id as userId',
      'impersonator_id as impersonatorId',
      'action',
      'message',
      'before',
      'after',
      'stack_trace as stackTrace',
      'request_id as requestId',
    ])
    .where('domain_id', '=', domainId)
    .where('created_on', '>=', new Date(startAt))
    .$if(endAt !== undefined, (query) => query.where('created_on', '<=', new Date(endAt as string)))
    .$if(Boolean(action), (query) =>
      query.where((where) =>
        where.or([
          where('action', '=', action as string),
          sql<boolean>`starts_with(action, ${`${action}.`})`,
        ]),
      ),
    )
    .$if(userIds !== undefined, (query) => query.where('user_id', '=', sql<string>`any(${userIds}::uuid[])`))
    .$if(Boolean(text), (query) =>
      query.where(
        sql<boolean>`position(lower(${text}) in lower(concat_ws(' ', action, message, stack_trace))) > 0`,
      ),
    )
    .orderBy('created_on', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
