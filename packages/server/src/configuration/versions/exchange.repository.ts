import { type Selectable, sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from '../compressed-json.ts';
import type { ConfigurationTables } from '../configuration.tables.ts';

/** What a service last exchanged with a branch of a remote. */
export interface Exchange {
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
  /** Live once the pull had been submitted, or what was pushed; null for what was exchanged before that was noted. */
  submittedVersion: number | null;
  exchangedOn: Date;
  /** Who exchanged; null for what was exchanged before that was noted. */
  userId: string | null;
  /** Checksums by filePath, as the remote has them. */
  checksums: Record<string, string>;
}

/**
 * In a transaction: replaces what was exchanged with the same branch before, except for the files left out: they keep
 * what they had. Keeps those of its contents that were read from the remote, and what it replaced, for an undo.
 */
export async function upsertExchange(
  db: Store,
  exchange: Exchange,
  leftOut: readonly string[] = [],
): Promise<void> {
  const { domainId, serviceId, gitUrl } = exchange;
  const branch = exchange.branch ?? '';
  // Of two that replace the same row at once, the second one must see the row of the first.
  const place = JSON.stringify([domainId, serviceId, gitUrl, branch]);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`atrium.exchange.${place}`}, 0))`.execute(db);
  const former = leftOut.length === 0 ? undefined : await findExchange(db, exchange);
  const { checksums: given, ...columns } = exchange;
  const checksums = withFormer(given, former?.checksums ?? {}, leftOut);
  await replaceExchange(db, exchange);
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

/** Of several exchanges of one version, the one that was replaced before all of them stays. */
async function replaceExchange(
  db: Store,
  { id, domainId, serviceId, gitUrl, branch, submittedVersion }: Exchange,
): Promise<void> {
  const ofPlace = db
    .deleteFrom('exchanges')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', '=', branch ?? '');
  const { numDeletedRows } = await ofPlace
    .where('replacedBy', 'is', null)
    .where('submittedVersion', '=', submittedVersion)
    .executeTakeFirst();
  if (numDeletedRows === 0n) await ofPlace.where('replacedBy', 'is not', null).execute();
  await db
    .updateTable('exchanges')
    .set({ replacedBy: id })
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', '=', branch ?? '')
    .execute();
}

/**
 * In a transaction: undoes the exchange of the pull that created a version, which counts as not submitted. The exchange
 * that it replaced counts again, or none if it was the first.
 */
export async function deletePulledExchange(
  db: Store,
  { domainId, serviceId, version }: { domainId: string; serviceId: string; version: number },
): Promise<void> {
  await db
    .deleteFrom('exchanges')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('submittedVersion', '=', version)
    .where('direction', '=', 'PULL')
    .where('replacedBy', 'is', null)
    .execute();
  await db
    .deleteFrom('pullSubmissions')
    .using('pulls')
    .whereRef('pulls.id', '=', 'pullSubmissions.pullId')
    .where('pulls.domainId', '=', domainId)
    .where('pullSubmissions.serviceId', '=', serviceId)
    .where('pullSubmissions.version', '=', version)
    .execute();
}

function withFormer(
  checksums: Record<string, string>,
  former: Record<string, string>,
  leftOut: readonly string[],
): Record<string, string> {
  if (leftOut.length === 0) return checksums;
  const kept = new Map(Object.entries(checksums));
  for (const path of leftOut) {
    const before = former[path];
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

/** That base without its files, which may be many. */
export async function findExchangeId(db: Store, place: ExchangePlace): Promise<string | undefined> {
  return (await lastExchange(db, place).select('id').executeTakeFirst())?.id;
}

function lastExchange(db: Store, { domainId, serviceId, gitUrl, branch }: ExchangePlace) {
  return db
    .selectFrom('exchanges')
    .where('domainId', '=', domainId)
    .where('serviceId', '=', serviceId)
    .where('gitUrl', '=', gitUrl)
    .where('branch', '=', branch ?? '')
    .where('replacedBy', 'is', null);
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
  return rows.map(({ version, submittedVersion }) => Math.min(version, submittedVersion ?? version));
}

/** The newest exchange of each service of the domain, with any remote or with one. */
export async function listNewestExchanges(db: Store, domainId: string, gitUrl?: string): Promise<Exchange[]> {
  const rows = await db
    .selectFrom('exchanges')
    .distinctOn('serviceId')
    .selectAll()
    .where('domainId', '=', domainId)
    .where('replacedBy', 'is', null)
    .$if(gitUrl !== undefined, (query) => query.where('gitUrl', '=', gitUrl ?? ''))
    .orderBy('serviceId')
    .orderBy('exchangedOn', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return Promise.all(rows.map(toExchange));
}

type Row = Selectable<ConfigurationTables['exchanges']>;

async function toExchange({ branch, manifest, replacedBy: _, ...exchange }: Row): Promise<Exchange> {
  return {
    ...exchange,
    branch: branch === '' ? null : branch,
    checksums: await fromCompressedJson<Record<string, string>>(manifest),
  };
}
