import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import { sql } from 'kysely';
import { deleteOldRows } from '../../database/old-rows.ts';
import type { Store } from '../../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from '../compressed-json.ts';
import type { StoredCandidateService } from '../configuration.tables.ts';

/** A set of files of all services of a domain that is not live, and the run that tests it. */
export interface StoredCandidate {
  runId: string;
  domainId: string;
  digest: string;
  services: StoredCandidateService[];
}

export async function insertCandidate(
  db: Store,
  { services, ...candidate }: StoredCandidate,
  sources: readonly TestSource[],
): Promise<void> {
  await db
    .insertInto('candidates')
    .values({
      ...candidate,
      services: JSON.stringify(services),
      sources: await toCompressedJson(sources),
      passedOn: null,
    })
    .execute();
}

export async function findCandidate(
  db: Store,
  domainId: string,
  runId: string,
): Promise<StoredCandidate | undefined> {
  return db
    .selectFrom('candidates')
    .select(['runId', 'domainId', 'digest', 'services'])
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .executeTakeFirst();
}

/** Files that the tests of a run read; undefined for a run of the live configuration, and for one that has ended. */
export async function findSources(
  db: Store,
  domainId: string,
  runId: string,
): Promise<TestSource[] | undefined> {
  const row = await db
    .selectFrom('candidates')
    .select('sources')
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  return row?.sources ? fromCompressedJson<TestSource[]>(row.sources) : undefined;
}

/** The run of a candidate has ended: its contents are not needed any more. */
export async function updateCandidateEnded(
  db: Store,
  domainId: string,
  runId: string,
  passedOn: Date | null,
): Promise<void> {
  await db
    .updateTable('candidates')
    .set({ sources: null, passedOn })
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .execute();
}

/** The candidates that passed with exactly these contents of a service, newest first. */
export async function listPassedCandidates(
  db: Store,
  domainId: string,
  service: { serviceId: string; digest: string },
  limit: number,
): Promise<StoredCandidate[]> {
  return db
    .selectFrom('candidates')
    .select(['runId', 'domainId', 'digest', 'services'])
    .where('domainId', '=', domainId)
    .where('passedOn', 'is not', null)
    .where(sql<boolean>`services @> ${JSON.stringify([{ ...service, untested: null }])}::jsonb`)
    .orderBy('passedOn', 'desc')
    .orderBy('runId', 'desc')
    .limit(limit)
    .execute();
}

/** Runs of candidates that passed. */
export async function listPassedRunIds(db: Store, domainId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('candidates')
    .select('runId')
    .where('domainId', '=', domainId)
    .where('passedOn', 'is not', null)
    .orderBy('runId')
    .execute();
  return rows.map(({ runId }) => runId);
}

/** Candidates that passed before this time cover no change any more. */
export async function deleteCandidatesBefore(db: Store, before: Date): Promise<void> {
  await deleteOldRows(db, { table: 'candidates', column: 'passedOn', before });
}
