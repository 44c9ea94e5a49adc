import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from '../compressed-json.ts';
import type { ConfigurationTables } from '../configuration.tables.ts';
import { hasImportOf, type LeftOutFile } from './backup.repository.ts';

/** Last exchange of a service with a branch of a remote, without its files, which may be many. */
export interface ExchangeRecord {
  id: string;
  domainId: string;
  serviceId: string;
  gitUrl: string;
  /** Null when a commit was pulled without a branch. */
  branch: string | null;
  commitSha: string;
  direction: 'PULL' | 'PUSH';
  /** Holds what the service and the remote had in common. */
  version: number;
  /** Live version once the pull had been submitted, or the pushed one. */
  submittedVersion: number;
  /** When the service, or the remote, was asked to take what the other one has. */
  exchangedOn: Date;
  userId: string;
}

export interface Exchange extends ExchangeRecord {
  /** Checksums by filePath, as the remote has them; of metadata that the two have in different versions that count as the
   * same, the live one. */
  checksums: Record<string, string>;
}

/** Origin of an exchange: decides which earlier ones are kept. */
export interface ExchangeOrigin {
  leftOut?: readonly LeftOutFile[];
  /** Of the submit that it belongs to, which may have had steps before. */
  backupKey?: string | undefined;
}

/** A submit of more steps keeps only the exchanges before its first ones, and that of its last one. */
const MAX_KEPT_STEPS = 20;

/**
 * In a transaction: replaces what was exchanged with the same branch before, except for the files left out: they keep
 * what they had. Keeps those of its contents that were read from the remote, and what it replaced, for an undo. Does
 * nothing if something was exchanged after `exchangedOn`, while this was under way; what a clock that is fast has dated into
 * the future does not count.
 */
export async function upsertExchange(
  db: Store,
  exchange: Exchange,
  { leftOut = [], backupKey }: ExchangeOrigin = {},
): Promise<void> {
  const { domainId, serviceId, gitUrl } = exchange;
  const branch = exchange.branch ?? '';
  // Of two that replace the same row at once, the second one must see the row of the first.
  const place = JSON.stringify([domainId, serviceId, gitUrl, branch]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`atrium.exchange.${place}`}, 0))`.execute(db);
  const later = lastExchange(db, exchange)
    .where('exchangedOn', '>', exchange.exchangedOn)
    .where('exchangedOn', '<=', sql<Date>`clock_timestamp()`);
  if ((await later.select('id').executeTakeFirst()) !== undefined) return;
  const former = leftOut.length === 0 ? undefined : await findExchange(db, exchange);
  const { checksums: given, ...columns } = exchange;
  const checksums = withFormer(given, former?.checksums ?? {}, leftOut);
  await replaceExchange(db, exchange, backupKey);
  await db
    .insertInto('exchanges')
    .values({ ...columns, branch, manifest: await toCompressedJson(checksums) })
    .execute();
  await sql`
    insert into exchange_contents (exchange_id, domain_id, checksum)
    select ${exchange.id}::uuid, domain_id, checksum
    from remote_contents
    where domain_id = ${domainId} and checksum = any(${[...new Set(Object.values(checksums))]}::text[])
    order by checksum
  `.execute(db);
}

/**
 * Of several exchanges of one version, the one that was replaced before all of them stays; of a submit in several steps,
 * those of all steps, because any number of them may be undone.
 */
async function replaceExchange(db: Store, exchange: Exchange, backupKey: string | undefined): Promise<void> {
  const { id, domainId, serviceId, gitUrl, branch, submittedVersion } = exchange;
  const ofPlace = db
    .deleteFrom('exchanges')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', '=', branch ?? '');
  const last = ofPlace.where('replacedBy', 'is', null);
  const { numDeletedRows } = await last.where('submittedVersion', '=', submittedVersion).executeTakeFirst();
  const steps = numDeletedRows > 0n ? 0 : await countSteps(db, exchange, backupKey);
  if (numDeletedRows === 0n && steps === 0) await ofPlace.where('replacedBy', 'is not', null).execute();
  else if (steps > MAX_KEPT_STEPS) await last.execute();
  await db
    .updateTable('exchanges')
    .set({ replacedBy: id })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', '=', branch ?? '')
    .where('replacedBy', 'is', null)
    .execute();
}

/** How many exchanges with the place are kept, if the last one is of a step of the same submit; else none. */
async function countSteps(db: Store, exchange: Exchange, backupKey: string | undefined): Promise<number> {
  if (backupKey === undefined) return 0;
  const { domainId, serviceId } = exchange;
  const last = await lastExchange(db, exchange).select(['submittedVersion', 'direction']).executeTakeFirst();
  if (last?.direction !== 'PULL') return 0;
  const step = { domainId, serviceId, version: last.submittedVersion, backupKey };
  if (!(await hasImportOf(db, step))) return 0;
  const { count } = await exchangesWith(db, exchange)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * In a transaction: undoes the exchanges of the pulls that created versions. The exchanges that they replaced count again, or
 * none if they were the first.
 */
export async function deletePulledExchanges(
  db: Store,
  { domainId, serviceId, from, to }: { domainId: string; serviceId: string; from: number; to: number },
): Promise<void> {
  // One step after the other: the exchange that a step replaced counts only once the step is deleted.
  let deleted = 1n;
  while (deleted > 0n) {
    const { numDeletedRows } = await db
      .deleteFrom('exchanges')
      .where('domainId', '=', domainId)
      .where('serviceId', '=', serviceId)
      .where('submittedVersion', '>=', from)
      .where('submittedVersion', '<=', to)
      .where('direction', '=', 'PULL')
      .where('replacedBy', 'is', null)
      .executeTakeFirst();
    deleted = numDeletedRows;
  }
}

function withFormer(
  checksums: Record<string, string>,
  former: Record<string, string>,
  leftOut: readonly LeftOutFile[],
): Record<string, string> {
  if (leftOut.length === 0) return checksums;
  const kept = new Map(Object.entries(checksums));
  for (const file of leftOut) {
    const [path, live] = typeof file === 'string' ? [file] : file;
    const before = live === undefined || former[path] === kept.get(path) ? former[path] : live;
    if (before === undefined) kept.delete(path);
    else kept.set(path, before);
  }
  return Object.fromEntries(kept);
}

interface ExchangePlace {
  domainId: string;
  serviceId: string;
  gitUrl: string;
  branch: string | null;
}

/** The base for merges with this branch, if anything was exchanged with it. */
export async function findExchange(db: Store, place: ExchangePlace): Promise<Exchange | undefined> {
  const row = await lastExchange(db, place).selectAll().executeTakeFirst();
  return row && toExchange(row);
}

/** Id of the base, without reading its files, which may be many. */
export async function findExchangeId(db: Store, place: ExchangePlace): Promise<string | undefined> {
  return (await lastExchange(db, place).select('id').executeTakeFirst())?.id;
}

function lastExchange(db: Store, place: ExchangePlace) {
  return exchangesWith(db, place).where('replacedBy', 'is', null);
}

function exchangesWith(db: Store, { domainId, serviceId, gitUrl, branch }: ExchangePlace) {
  return db
    .selectFrom('exchanges')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', '=', branch ?? '');
}

/** The versions that the bases of merges with any branch are made of. */
export async function listVersionsOfExchanges(
  db: Store,
  { domainId, serviceId }: { domainId: string; serviceId: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('exchanges')
    .select(['version', 'submittedVersion'])
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('replacedBy', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ version, submittedVersion }) => Math.min(version, submittedVersion));
}

/** The newest exchange of each service of the domain with a remote. */
export async function listNewestExchanges(db: Store, domainId: string, gitUrl: string): Promise<Exchange[]> {
  const rows = await newestExchanges(db, domainId).selectAll().where('gitUrl', '=', gitUrl).execute();
  return Promise.all(rows.map(toExchange));
}

/** The newest exchange of each service of the domain, with any remote. */
export async function listNewestExchangeRecords(db: Store, domainId: string): Promise<ExchangeRecord[]> {
  const rows = await newestExchanges(db, domainId)
    .select(['id', 'domainId', 'serviceId', 'gitUrl', 'branch', 'commitSha', 'direction'])
    .select(['version', 'submittedVersion', 'exchangedOn', 'userId'])
    .execute();
  return rows.map(({ branch, ...exchange }) => ({ ...exchange, branch: branch === '' ? null : branch }));
}

function newestExchanges(db: Store, domainId: string) {
  return db
    .selectFrom('exchanges')
    .distinctOn('serviceId')
    .where('domainId', '=', domainId)
    .where('replacedBy', 'is', null)
    .orderBy('serviceId')
    .orderBy('exchangedOn', 'desc')
    .orderBy('id', 'desc');
}

/** The files of an exchange; undefined if another one has taken its place. */
export async function findExchangeChecksums(
  db: Store,
  { domainId, id }: Pick<ExchangeRecord, 'domainId' | 'id'>,
): Promise<Exchange['checksums'] | undefined> {
  const row = await db
    .selectFrom('exchanges')
    .select('manifest')
    .where('domainId', '=', domainId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && fromCompressedJson<Exchange['checksums']>(row.manifest);
}

type Row = Selectable<ConfigurationTables['exchanges']>;

async function toExchange({ branch, manifest, replacedBy: _, ...exchange }: Row): Promise<Exchange> {
  return {
    ...exchange,
    branch: branch === '' ? null : branch,
    checksums: await fromCompressedJson<Record<string, string>>(manifest),
  };
}
