import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { fromCompressedJson, toCompressedJson } from './compressed-json.ts';

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
  const checksums = withFormer(exchange.checksums, former?.checksums ?? {}, leftOut);
  await replaceExchange(db, exchange);
  await db
    .insertInto('exchanges')
    .values({
      id: exchange.id,
      domain_id: domainId,
      service_id: serviceId,
      git_url: gitUrl,
      branch,
      commit_sha: exchange.commitSha,
      direction: exchange.direction,
      version: exchange.version,
      submitted_version: exchange.submittedVersion,
      exchanged_on: exchange.exchangedOn,
      user_id: exchange.userId,
      manifest: await toCompressedJson(checksums),
    })
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
    .where('domain_id', '=', domainId)
    .where('service_id', '=', serviceId)
    .where('git_url', '=', gitUrl)
    .where('branch', '=', branch ?? '');
  const { numDeletedRows } = await ofPlace
    .where('replaced_by', 'is', null)
    .where('submitted_version', '=', submittedVersion)
    .executeTakeFirst();
  if (numDeletedRows === 0n) await ofPlace.where('replaced_by', 'is not', null).execute();
  await db
    .updateTable('exchanges')
    .set({ replaced_by: id })
    .where('domain_id', '=', domainId)
    .where('service_id', '=', serviceId)
    .where('git_url', '=', gitUrl)
    .where('branch', '=', branch ?? '')
    .execute();
}

/**
 * In a transaction: takes back that a pull was exchanged, which made a version. What it replaced counts again, or
 * nothing where it was the first.
 */
export async function deletePulledExchange(
  db: Store,
  { domainId, serviceId, version }: { domainId: string; serviceId: string; version: number },
): Promise<void> {
  await db
    .deleteFrom('exchanges')
    .where('domain_id', '=', domainId)
    .where('service_id', '=', serviceId)
    .where('submitted_version', '=', version)
    .where('direction', '=', 'PULL')
    .where('replaced_by', 'is', null)
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

/** The base for merges with this branch, if anything was exchanged with it. */
export async function findExchange(
  db: Store,
  key: { domainId: string; serviceId: string; gitUrl: string; branch: string | null },
): Promise<Exchange | undefined> {
  const row = await db
    .selectFrom('exchanges')
    .selectAll()
    .where('domain_id', '=', key.domainId)
    .where('service_id', '=', key.serviceId)
    .where('git_url', '=', key.gitUrl)
    .where('branch', '=', key.branch ?? '')
    .where('replaced_by', 'is', null)
    .executeTakeFirst();
  return row && toExchange(row);
}

/** The newest exchange of each service of the domain, with any remote or with one. */
export async function listNewestExchanges(db: Store, domainId: string, gitUrl?: string): Promise<Exchange[]> {
  const rows = await db
    .selectFrom('exchanges')
    .distinctOn('service_id')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('replaced_by', 'is', null)
    .$if(gitUrl !== undefined, (query) => query.where('git_url', '=', gitUrl ?? ''))
    .orderBy('service_id')
    .orderBy('exchanged_on', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return Promise.all(rows.map(toExchange));
}

interface Row {
  id: string;
  domain_id: string;
  service_id: string;
  git_url: string;
  branch: string;
  commit_sha: string;
  direction: 'PULL' | 'PUSH';
  version: number;
  submitted_version: number | null;
  exchanged_on: Date;
  user_id: string | null;
  manifest: Buffer;
}

async function toExchange(row: Row): Promise<Exchange> {
  return {
    id: row.id,
    domainId: row.domain_id,
    serviceId: row.service_id,
    gitUrl: row.git_url,
    branch: row.branch === '' ? null : row.branch,
    commitSha: row.commit_sha,
    direction: row.direction,
    version: row.version,
    submittedVersion: row.submitted_version,
    exchangedOn: row.exchanged_on,
    userId: row.user_id,
    checksums: await fromCompressedJson<Record<string, string>>(row.manifest),
  };
}
