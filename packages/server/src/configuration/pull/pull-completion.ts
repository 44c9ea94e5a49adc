import { isUtf8 } from 'node:buffer';
import type { UnreadableFiles } from '@atrium/contract/configuration/ignored-files';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { AppError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Limits } from '../../limits/limit.service.ts';
import type { RemoteCommit, Work } from '../../providers/git/cache/repository-context.ts';
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import { type CompressedPieces, piecesOf, toPieces } from '../compressed-pieces.ts';
import { findUnreadable } from './manifest.ts';
import {
  findStoredPull,
  type PullRecord,
  updateContents,
  updateLastCommits,
  updatePullUsed,
} from './pull.repository.ts';
import { PULL_ARRANGER } from './pull-arranger.ts';
import {
  countPulledBytes,
  insertContents,
  listMissingContents,
  updateContentsUsed,
} from './remote-content.repository.ts';
import { readParts } from './stored-manifest.ts';

interface Parts {
  db: Kysely<Database>;
  clock: Clock;
  limits: Limits;
  log: Logger;
}

const TOUCH_MS = 5_000;

type UnreadableReason = UnreadableFiles[string][string];

/**
 * Remaining work of a pull. Its lists of files are read from the database when they are needed: a pull that waits must
 * not hold them.
 */
export interface PullToComplete {
  id: string;
  domainId: string;
  commit: RemoteCommit;
  /** Files whose contents a pull must hold, and that the live configuration does not have. */
  checksums: CompressedPieces;
  lastCommitsState: PullRecord['lastCommitsState'];
}

/**
 * Fetches contents of differing files and the last commit of each file, after the response with the manifest and while the
 * credentials are still in memory. Never throws.
 */
export async function completePull(
  parts: Parts,
  pull: PullToComplete,
  remote: RemoteRepository,
  work: Work,
): Promise<void> {
  const { db, clock } = parts;
  const touch = setInterval(
    () => void updatePullUsed(db, pull.id, clock.now()).catch(() => undefined),
    TOUCH_MS,
  );
  try {
    const missing = remote.goOnLater(work.signal).then(() => findMissing(db, clock, pull));
    // Waited for only after other calls, or not at all where those fail: both say so themselves.
    missing.catch(() => undefined);
    // Contents are fetched first, because people wait for them.
    await Promise.all([
      completeContents(parts, pull, { remote, missing }, work),
      completeLastCommits(parts, pull, { remote, missing }, work),
    ]);
  } finally {
    clearInterval(touch);
  }
}

interface Reading {
  remote: RemoteRepository;
  /** Contents to read, once it is known which. */
  missing: Promise<CompressedPieces>;
}

async function completeContents(
  { db, clock, limits, log }: Parts,
  pull: PullToComplete,
  { remote, missing }: Reading,
  work: Work,
): Promise<void> {
  try {
    // Bytes of a concurrent pull are not counted: there are few, and the next pull counts them.
    let usedBytes = await countPulledBytes(db, pull.domainId);
    const refused = new Map<string, UnreadableReason>();
    for await (const slice of remote.readContents(pull.commit, piecesOf<string[]>(await missing), work)) {
      const rows: [string, Buffer][] = [];
      for (const [checksum, content] of slice) {
        const reason = content === 'TOO_LARGE' ? content : findUnreadable(content, isUtf8);
        if (reason !== undefined) refused.set(checksum, reason);
        else if (content !== 'TOO_LARGE') rows.push([checksum, content]);
      }
      const addedBytes = rows.reduce((bytes, [, content]) => bytes + content.length, 0);
      await limits.check(pull.domainId, 'pulledBytes', usedBytes, addedBytes);
      await insertContents(db, pull.domainId, rows, clock.now());
      usedBytes += addedBytes;
    }
    const unreadable = refused.size === 0 ? {} : namesOf(refused, await readManifest(db, clock, pull));
    await updateContents(db, pull.id, { state: 'COMPLETE', error: null, unreadable });
  } catch (error) {
    // The reason of the abort is the cause, whichever error git made of it.
    const cause: unknown = work.signal.aborted ? work.signal.reason : error;
    const message = cause instanceof AppError ? cause.message : 'Reading the contents failed unexpectedly.';
    if (!(cause instanceof AppError)) log.error({ err: cause }, 'reading contents of a pull failed');
    await updateContents(db, pull.id, { state: 'FAILED', error: message, unreadable: {} }).catch(
      () => undefined,
    );
  }
}

async function completeLastCommits(
  { db, clock, limits, log }: Parts,
  pull: PullToComplete,
  { remote, missing }: Reading,
  work: Work,
): Promise<void> {
  if (pull.lastCommitsState !== 'PENDING') return;
  try {
    await missing;
    const files = await readManifest(db, clock, pull);
    const arrangement = { module: PULL_ARRANGER, arrangedTree: { files } };
    const last = await remote.arrangeLastCommits(pull.commit, arrangement, work);
    const lastCommits = last as CompressedPieces;
    const usedBytes = await countPulledBytes(db, pull.domainId);
    await limits.check(pull.domainId, 'pulledBytes', usedBytes, lastCommits.length);
    await updateLastCommits(db, pull.id, lastCommits);
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error }, 'reading the history of a pull failed');
    else log.info({ pullId: pull.id, reason: error.message }, 'last commits of a pull are unavailable');
    await updateLastCommits(db, pull.id, null).catch(() => undefined);
  }
}

async function readManifest(
  db: Kysely<Database>,
  clock: Clock,
  { domainId, id }: PullToComplete,
): Promise<Buffer> {
  const stored = await findStoredPull(db, domainId, id, clock.now());
  if (stored === undefined) throw new GitError('FAILED', 'The pull has expired.');
  return stored.manifest;
}

/** Contents that a pull must hold and the domain has not read yet. The others are kept from now on. */
async function findMissing(
  db: Kysely<Database>,
  clock: Clock,
  { domainId, checksums }: PullToComplete,
): Promise<CompressedPieces> {
  const missing: CompressedPieces[] = [];
  for (const slice of piecesOf<string[]>(checksums)) {
    const ofSlice = await listMissingContents(db, domainId, slice);
    const isMissing = new Set(ofSlice);
    const known = slice.filter((checksum) => !isMissing.has(checksum));
    await updateContentsUsed(db, domainId, known, clock.now());
    if (ofSlice.length > 0) missing.push(toPieces([ofSlice]));
  }
  return Buffer.concat(missing);
}

function namesOf(refused: ReadonlyMap<string, UnreadableReason>, manifest: Buffer): UnreadableFiles {
  const unreadable: UnreadableFiles = {};
  for (const { serviceId, files } of readParts(manifest)) {
    const ofService = unreadable[serviceId] ?? {};
    for (const file of files) {
      const reason = refused.get(file.checksum);
      if (reason !== undefined) ofService[filePathOf(file)] = reason;
    }
    if (Object.keys(ofService).length > 0) unreadable[serviceId] = ofService;
  }
  return unreadable;
}
