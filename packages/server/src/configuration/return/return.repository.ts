import type { ReturnState } from '@atrium/contract/test-runs/submit-return';
import type { Selectable } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from '../compressed-json.ts';
import type { ConfigurationTables, StoredReturnedService } from '../configuration.tables.ts';

const COLUMNS = [
  'runId',
  'domainId',
  'userId',
  'impersonatorId',
  'pageServiceId',
  'requestId',
  'backupKey',
  'state',
  'reason',
  'services',
  'pullId',
  'createdOn',
] as const;

export type StoredReturn = Pick<Selectable<ConfigurationTables['submitReturns']>, (typeof COLUMNS)[number]>;

export async function insertReturn(
  db: Store,
  { services, ...wanted }: StoredReturn,
  choices: string | undefined,
): Promise<void> {
  const draft = choices === undefined ? null : await toCompressedJson(choices);
  await db
    .insertInto('submitReturns')
    .values({ ...wanted, services: JSON.stringify(services), draft })
    .execute();
}

export async function findReturn(
  db: Store,
  domainId: string,
  runId: string,
): Promise<StoredReturn | undefined> {
  return selectReturns(db).where('domainId', '=', domainId).where('runId', '=', runId).executeTakeFirst();
}

/** By the run alone: for jobs, which work for all domains. */
export async function findReturning(db: Store, runId: string): Promise<StoredReturn | undefined> {
  return selectReturns(db).where('runId', '=', runId).where('state', '=', 'RETURNING').executeTakeFirst();
}

/** Those whose work is not done, of all domains. */
export async function listReturning(db: Store): Promise<StoredReturn[]> {
  return selectReturns(db).where('state', '=', 'RETURNING').orderBy('createdOn').orderBy('runId').execute();
}

/** When a run for the same submit was last started; undefined for none. */
export async function findLastReturn(
  db: Store,
  domainId: string,
  backupKey: string,
): Promise<StoredReturn | undefined> {
  return selectReturns(db)
    .where('domainId', '=', domainId)
    .where('backupKey', '=', backupKey)
    .orderBy('createdOn', 'desc')
    .orderBy('runId', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns whether a service is being put back at the moment. */
export async function hasReturning(db: Store, domainId: string, serviceId: string): Promise<boolean> {
  const rows = await selectReturning(db, domainId).execute();
  return rows.some(({ services }) => services.some((service) => service.serviceId === serviceId));
}

/** The runs because of which services are being put back. */
export async function listReturningRunIds(db: Store, domainId: string): Promise<string[]> {
  const rows = await selectReturning(db, domainId).execute();
  return rows.map(({ runId }) => runId);
}

/** The versions of a service that submits may still be returned to, also those whose run has not started yet. */
export async function listReturnableVersions(
  db: Store,
  domainId: string,
  serviceId: string,
): Promise<number[]> {
  // First, because a wish becomes a return while both are read, and never the other way round.
  const wished = await db
    .selectFrom('returnWishes')
    .innerJoin('backups', (join) =>
      join
        .onRef('backups.domainId', '=', 'returnWishes.domainId')
        .onRef('backups.backupKey', '=', 'returnWishes.backupKey')
        .onRef('backups.userId', '=', 'returnWishes.userId'),
    )
    .select('backups.version')
    .where('returnWishes.domainId', '=', domainId)
    .where('returnWishes.state', '=', 'WAITING')
    .where('backups.serviceId', '=', serviceId)
    .orderBy('backups.version')
    .orderBy('backups.id')
    .execute();
  const rows = await selectReturns(db)
    .where('domainId', '=', domainId)
    .where('state', 'in', ['WAITING', 'RETURNING'])
    .orderBy('runId')
    .execute();
  const returnable = rows.flatMap(({ services }) =>
    services.filter((service) => service.serviceId === serviceId).map(({ before }) => before),
  );
  return [...wished.map(({ version }) => version), ...returnable];
}

/** Changes the state, if it is still the one that was read. Returns whether it was. */
export async function updateReturn(
  db: Store,
  { domainId, runId, state }: Pick<StoredReturn, 'domainId' | 'runId' | 'state'>,
  changes: { state: ReturnState; reason?: string; services?: readonly StoredReturnedService[] },
): Promise<boolean> {
  const { services, ...columns } = changes;
  const { numUpdatedRows } = await db
    .updateTable('submitReturns')
    .set({ ...columns, ...(services && { services: JSON.stringify(services) }) })
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .where('state', '=', state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The choices that were submitted, as text; undefined where none were kept. */
export async function findDraft(
  db: Store,
  domainId: string,
  runId: string,
): Promise<{ pullId: string; choices: string } | undefined> {
  const row = await db
    .selectFrom('submitReturns')
    .select(['pullId', 'draft'])
    .where('domainId', '=', domainId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  if (!row?.draft || row.pullId === null) return undefined;
  return { pullId: row.pullId, choices: await fromCompressedJson<string>(row.draft) };
}

function selectReturning(db: Store, domainId: string) {
  return selectReturns(db).where('domainId', '=', domainId).where('state', '=', 'RETURNING').orderBy('runId');
}

function selectReturns(db: Store) {
  return db.selectFrom('submitReturns').select(COLUMNS);
}
