import type { LogPosition } from '@atrium/contract/audit/audit';
import { isStatementTimeout } from '@atrium/host/database/errors';
import { setStatementTimeout } from '@atrium/host/database/statement-timeout';
import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database, Store } from '../database/schema.ts';
import type { AuditTables } from './audit.tables.ts';

export type LogEntryRow = Selectable<AuditTables['logEntries']>;

/** Narrowed by everything but the text, newest first. */
export type LogEntryQuery = SelectQueryBuilder<Database, 'logEntries', LogEntryRow>;

/** A text is looked for in one entry after the other: how long a search may take, and how many it reads at a time. */
export interface SearchPatience {
  ms: number;
  entries: number;
}
export const SEARCH_PATIENCE: SearchPatience = { ms: 3_000, entries: 10_000 };
/** For the entries that are read at a time, however busy the database is. */
const STEP_TIMEOUT_MS = 3_000;

export interface FoundEntries {
  rows: LogEntryRow[];
  /** Position at which the search timed out; undefined if the search is complete. */
  stoppedAt: LogPosition | undefined;
}

interface TextSearch {
  text: string;
  limit: number;
  after: LogPosition | undefined;
  patience: SearchPatience;
}

/** The newest entries with a text, from the one after `after` on, or as many of them as can be found in time. */
export async function listEntriesWithText(
  db: Kysely<Database>,
  select: (transaction: Store) => LogEntryQuery,
  { text, limit, after, patience }: TextSearch,
): Promise<FoundEntries> {
  const startedAt = performance.now();
  const rows: LogEntryRow[] = [];
  let position = after;
  do {
    const step = await listStep(
      db,
      (transaction) => toEntriesAfter(select(transaction), position),
      text,
      patience.entries,
    ).catch((error: unknown) => {
      // Partial results are worth more than an error.
      if (position === after || !isStatementTimeout(error)) throw error;
      return undefined;
    });
    if (step === undefined) break;
    rows.push(...step.rows);
    if (rows.length >= limit || step.last === undefined) {
      return { rows: rows.slice(0, limit), stoppedAt: undefined };
    }
    position = step.last;
  } while (performance.now() - startedAt < patience.ms);
  return { rows, stoppedAt: position };
}

export function toEntriesAfter(query: LogEntryQuery, after: LogPosition | undefined): LogEntryQuery {
  return query.$if(after !== undefined, (entries) =>
    entries.where(sql<boolean>`(created_on, id) < (${after?.createdOn}::timestamptz, ${after?.id}::uuid)`),
  );
}

/** Matches among the next entries, and the last entry searched, if there may be more. */
async function listStep(
  db: Kysely<Database>,
  select: (transaction: Store) => LogEntryQuery,
  text: string,
  entries: number,
): Promise<{ rows: LogEntryRow[]; last: LogPosition | undefined }> {
  return db.transaction().execute(async (transaction) => {
    await setStatementTimeout(transaction, STEP_TIMEOUT_MS);
    const hasText = sql<boolean>`position(lower(${text}) in lower(concat_ws(' ', action, message, stack_trace))) > 0`;
    const read = await transaction
      .selectFrom(
        select(transaction)
          .select(sql<number>`row_number() over (order by created_on desc, id desc)`.as('place'))
          .limit(entries)
          .as('read'),
      )
      .selectAll()
      .select(hasText.as('hasText'))
      .where((where) => where.or([where('place', '=', entries), hasText]))
      .orderBy('place')
      .execute();
    const last = read.at(-1);
    return {
      rows: read.filter((row) => row.hasText).map(({ place, hasText: _, ...row }) => row),
      last: last?.place === entries ? { createdOn: last.createdOn.toISOString(), id: last.id } : undefined,
    };
  });
}
