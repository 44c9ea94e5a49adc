import type { TestStatus } from '@atrium/contract/test-runs/status';
import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import type { RunNoticeKind } from '../test-runs.tables.ts';

/**
 * Outcome of the last earlier run of all tests of the same services that failed or fully passed. Run ids sort by time.
 */
export async function findOutcomeBefore(
  db: Store,
  { domainId, id, askedServiceIds }: { domainId: string; id: string; askedServiceIds: readonly string[] },
): Promise<TestStatus | undefined> {
  const row = await db
    .selectFrom('testRuns')
    .select('status')
    .where('domainId', '=', domainId)
    .where(sql<boolean>`asked_service_ids = ${askedServiceIds}::text[]`)
    .where('isCandidate', '=', false)
    .where(sql<boolean>`(status = 'FAIL' or status = 'OK' and is_whole)`)
    .where('id', '<', id)
    .orderBy('startedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.status;
}

export async function insertNotice(
  db: Store,
  notice: { runId: string; domainId: string; kind: RunNoticeKind },
): Promise<void> {
  await db
    .insertInto('runNotices')
    .values({ ...notice, notifiedOn: null })
    .execute();
}

/** Marks a notice as told, in the transaction that tells it. Undefined if that has happened already. */
export async function updateNotified(
  db: Store,
  runId: string,
  now: Date,
): Promise<RunNoticeKind | undefined> {
  const row = await db
    .updateTable('runNotices')
    .set({ notifiedOn: now })
    .where('runId', '=', runId)
    .where('notifiedOn', 'is', null)
    .returning('kind')
    .executeTakeFirst();
  return row?.kind;
}

/** Mail subscribers, in the order of subscription. */
export async function listMailedIds(db: Store, domainId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('noticePeople')
    .select('userId')
    .where('domainId', '=', domainId)
    .orderBy('createdOn')
    .orderBy('userId')
    .execute();
  return rows.map(({ userId }) => userId);
}

export async function upsertMailed(
  db: Store,
  person: { domainId: string; userId: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('noticePeople')
    .values({ ...person, createdOn: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteMailed(
  db: Store,
  { domainId, userId }: { domainId: string; userId: string },
): Promise<void> {
  await db.deleteFrom('noticePeople').where('domainId', '=', domainId).where('userId', '=', userId).execute();
}

/** Deletes a domain's notices, before its runs are deleted. */
export async function deleteNotices(db: Store, domainId: string): Promise<void> {
  await db.deleteFrom('runNotices').where('domainId', '=', domainId).execute();
  await db.deleteFrom('noticePeople').where('domainId', '=', domainId).execute();
  await db.deleteFrom('webhooks').where('domainId', '=', domainId).execute();
}
