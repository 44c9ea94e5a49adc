import type { submitPull } from '@atrium/contract/configuration/submission';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { abandonedBefore } from '../abandoned-before.ts';
import { fromCompressedJson, toCompressedJson } from '../compressed-json.ts';
import type { ConfigurationTables, StoredOutcome, StoredReturnedService } from '../configuration.tables.ts';

export type SubmitRequest = EndpointInput<typeof submitPull>['body'];

const COLUMNS = [
  'id',
  'domainId',
  'userId',
  'impersonatorId',
  'pageServiceId',
  'requestId',
  'permissions',
  'state',
  'startedOn',
  'endedOn',
  'pullId',
  'backupKey',
  'requestHash',
  'outcomes',
  'tests',
  'testState',
  'reason',
  'runId',
  'testedOn',
  'returned',
] as const;

export type StoredSubmission = Pick<Selectable<ConfigurationTables['submissions']>, (typeof COLUMNS)[number]>;
export type SubmissionKey = Pick<StoredSubmission, 'domainId' | 'id'>;

/** A submission in the hands of one process. A takeover counts `attempt` up, which refuses writes of the process before. */
export interface SubmissionAttempt extends SubmissionKey {
  attempt: number;
}

export interface BegunSubmission
  extends Pick<
    StoredSubmission,
    'domainId' | 'userId' | 'impersonatorId' | 'pageServiceId' | 'requestId' | 'permissions' | 'startedOn'
  > {
  about: string;
  request: SubmitRequest;
  requestHash: Buffer;
}

/** Returns false if the domain has a submission with this id. */
export async function insertSubmission(
  db: Store,
  { request, ...submission }: BegunSubmission,
): Promise<boolean> {
  const { id, uuid, backupKey, tests, draft, services } = request;
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('submissions')
    .values({
      ...submission,
      id,
      pullId: uuid,
      backupKey,
      kind: 'SUBMIT',
      state: 'RUNNING',
      phase: 'READ',
      done: 0,
      total: services.length > 1 ? services.length : null,
      touchedOn: submission.startedOn,
      endedOn: null,
      outcome: null,
      error: null,
      request: await toCompressedJson({ ...request, draft: undefined }),
      tests: tests === 'NONE' ? null : tests,
      draft: tests === 'RETURN' && draft !== undefined ? await toCompressedJson(draft) : null,
    })
    .onConflict((conflict) => conflict.columns(['domainId', 'id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function findSubmission(
  db: Store,
  { domainId, id }: SubmissionKey,
): Promise<StoredSubmission | undefined> {
  return selectSubmissions(db).where('domainId', '=', domainId).where('id', '=', id).executeTakeFirst();
}

/**
 * Takes over a submission whose process is gone: only one process succeeds. Returns what is left to be submitted; undefined if
 * its process is there, or it has ended. The process that was taken for dead may go on: its attempt no longer counts.
 */
export async function claimSubmission(
  db: Store,
  { domainId, id }: SubmissionKey,
  now: Date,
): Promise<{ request: SubmitRequest; attempt: number } | undefined> {
  const row = await db
    .updateTable('submissions')
    .set({ touchedOn: now, attempt: sql<number>`attempt + 1` })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .where('touchedOn', '<', abandonedBefore(now))
    .where('request', 'is not', null)
    .returning(['request', 'attempt'])
    .executeTakeFirst();
  if (!row?.request) return undefined;
  return { request: await fromCompressedJson<SubmitRequest>(row.request), attempt: row.attempt };
}

export async function isCurrentAttempt(
  db: Store,
  { domainId, id, attempt }: SubmissionAttempt,
): Promise<boolean> {
  const row = await db
    .selectFrom('submissions')
    .select('id')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a change of a domain is under way: its process is there, or another one goes on with it. */
export async function hasRunningSubmission(db: Store, domainId: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('submissions')
    .select('id')
    .where('domainId', '=', domainId)
    .where('state', '=', 'RUNNING')
    .where((where) =>
      where.or([where('touchedOn', '>=', abandonedBefore(now)), where('request', 'is not', null)]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Submissions whose process is gone, of all domains: for jobs. */
export async function listAbandonedSubmissions(db: Store, now: Date): Promise<SubmissionKey[]> {
  return db
    .selectFrom('submissions')
    .select(['domainId', 'id'])
    .where('state', '=', 'RUNNING')
    .where('touchedOn', '<', abandonedBefore(now))
    .where('request', 'is not', null)
    .orderBy('startedOn')
    .orderBy('domainId')
    .orderBy('id')
    .execute();
}

/** Services of one submission are noted side by side. A service that was changed is noted whichever attempt changed it. */
export async function updateOutcome(
  db: Store,
  { domainId, id, attempt }: SubmissionKey & Partial<SubmissionAttempt>,
  serviceId: string,
  outcome: StoredOutcome,
): Promise<void> {
  await db
    .updateTable('submissions')
    .set({
      outcomes: sql`outcomes || jsonb_build_object(${serviceId}::text, ${JSON.stringify(outcome)}::jsonb)`,
    })
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt as number))
    .execute();
}

/**
 * The last version of each service that a pull was submitted as, by serviceId: a version from the backups, or the live one
 * from the outcomes where nothing had to change. A version that was undone or returned since counts as not submitted.
 */
export async function listSubmittedVersions(
  db: Store,
  domainId: string,
  pullId: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ serviceId: string; version: number }>`
    with made as (
      select service_id, imported_version as version
      from backups
      where domain_id = ${domainId} and pull_id = ${pullId} and imported_version is not null
      union all
      select outcome.key, (outcome.value ->> 'version')::integer
      from submissions, jsonb_each(outcomes) as outcome
      where domain_id = ${domainId} and pull_id = ${pullId} and outcome.value ->> 'version' is not null
    ), last as (
      select service_id, max(version) as version from made group by service_id
    )
    select service_id, version from last
    where not exists (
      select from backups as undo
      where undo.domain_id = ${domainId} and undo.service_id = last.service_id and undo.imported_version is not null
        and undo.undone_version is not null and last.version between undo.undone_version and undo.version
    ) and not exists (
      select from submissions, jsonb_to_recordset(returned) as service ("serviceId" text, before integer, submitted integer)
      where domain_id = ${domainId} and test_state = 'RETURNED' and service."serviceId" = last.service_id
        and last.version between service.before + 1 and service.submitted
    )
    order by service_id
  `.execute(db);
  return new Map(rows.map(({ serviceId, version }) => [serviceId, version]));
}

/** Domains with submissions whose run has not started: for jobs. */
export async function listUntestedDomains(db: Store): Promise<string[]> {
  const rows = await untested(db.selectFrom('submissions').select('domainId').distinct())
    .orderBy('domainId')
    .execute();
  return rows.map(({ domainId }) => domainId);
}

/** Submissions of a domain whose run has not started, in the order in which they were begun. */
export async function listUntestedSubmissions(db: Store, domainId: string): Promise<StoredSubmission[]> {
  return untested(selectSubmissions(db))
    .where('domainId', '=', domainId)
    .orderBy('startedOn')
    .orderBy('id')
    .execute();
}

/**
 * In the transaction that starts a run: it is the run of every submission with the same key, and decides about one of them.
 * Returns false if a run has been started for it already.
 */
export async function updateTestsStarted(
  db: Store,
  { domainId, id, userId, backupKey, tests }: StoredSubmission,
  {
    runId,
    now,
    returned,
    reason,
  }: { runId: string; now: Date; returned: readonly StoredReturnedService[] | null; reason: string | null },
): Promise<boolean> {
  const started = { testState: 'STARTED' as const, runId, reason, testedOn: now };
  const { numUpdatedRows } = await untested(
    db.updateTable('submissions').set({ ...started, returned: returned && JSON.stringify(returned) }),
  )
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (reason !== null) return true;
  await untested(db.updateTable('submissions').set({ ...started, draft: null }))
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .where('backupKey', '=', backupKey)
    // A return is decided by a run that was started for it.
    .$if(tests !== 'RETURN', (query) => query.where('tests', '!=', 'RETURN'))
    .execute();
  return true;
}

/** Returns whether the submission was still waiting for its run. */
export async function updateUntested(
  db: Store,
  { domainId, id }: SubmissionKey,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await untested(
    // It has ended again: its person has not seen that.
    db.updateTable('submissions').set({ testState: 'UNTESTED', reason, draft: null, endedOn: now }),
  )
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface Filterable {
  where(column: 'state', operator: '=', value: 'DONE'): this;
  where(column: 'tests', operator: 'is not', value: null): this;
  where(column: 'testState', operator: 'is', value: null): this;
}

const untested = <Query extends Filterable>(query: Query): Query =>
  query.where('state', '=', 'DONE').where('tests', 'is not', null).where('testState', 'is', null);

function selectSubmissions(db: Store) {
  return db.selectFrom('submissions').select(COLUMNS);
}
