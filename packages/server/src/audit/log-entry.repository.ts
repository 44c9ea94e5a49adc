import type { Store } from '../database/schema.ts';

export interface LogEntryRow {
  id: string;
  createdOn: Date;
  domainId: string;
  userId: string | null;
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
      action: entry.action,
      message: entry.message,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      stack_trace: entry.stackTrace,
      request_id: entry.requestId,
    })
    .execute();
}
