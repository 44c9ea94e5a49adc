import { setTimeout } from 'node:timers/promises';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { IgnoredFiles } from '@atrium/contract/configuration/ignored-files';
import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import { ALL_LEFT_OUT_MESSAGE, NO_SERVICE_FOLDER_MESSAGE } from '@atrium/contract/configuration/messages';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { NotFoundError, UnavailableError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { RemoteBranches } from '../../providers/git/reading/branches.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import { type CompressedPieces, slicesOf, toPieces } from '../compressed-pieces.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { checksumsOf, readMetadata } from '../live-configuration.ts';
import { listSubmittedVersions } from '../submission/submission.repository.ts';
import { PULL_INTERRUPTED, shownPull } from './abandoned-pull.ts';
import type { LastCommitsResponse } from './last-commits-response.ts';
import type { RemoteService } from './manifest.ts';
import {
  findPull,
  findPullRecord,
  findStoredLists,
  findStoredPull,
  insertPull,
  type PullWithFiles,
  type StoredPull,
} from './pull.repository.ts';
import { type ArrangedManifest, PULL_ARRANGER } from './pull-arranger.ts';
import { completePull, type PullToComplete } from './pull-completion.ts';
import { type PullResponse, toPullResponse } from './pull-response.ts';
import { countPulledBytes } from './remote-content.repository.ts';
import { readParts, toStoredManifest } from './stored-manifest.ts';

const CHECKSUMS_PER_PIECE = 10_000;
/** A client that reads slowly does not hold up what follows for longer. */
const RESPOND_FIRST_MS = 2000;
/** Of the local side, while a pull is answered. */
const MAX_HELD_FILES = 10_000;

export class Pulls {
  readonly #completing = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #parts: ConfigurationParts;

  constructor(parts: ConfigurationParts) {
    this.#parts = parts;
  }

  /** With its files, for the other services of this domain. Throws NotFoundError. */
  async find(domainId: string, id: string): Promise<PullWithFiles> {
    const { db, clock } = this.#parts;
    const pull = await findPull(db, domainId, id, clock.now());
    if (pull === undefined) throw pullMissing();
    return pull;
  }

  async listBranches(
    { domainId }: Caller,
    request: GitRequest,
    signal: AbortSignal,
  ): Promise<RemoteBranches> {
    const { git, connections } = this.#parts;
    const { connection } = await connections.openRequested(domainId, request);
    return git.listBranches(domainId, connection, signal);
  }

  /** Takes a snapshot. Contents and last commits follow by themselves. */
  async pull(
    caller: Caller,
    request: GitRequest,
    signal: AbortSignal,
    /** Full name of a ref that is no branch, such as the head of a request. */
    ref?: string,
  ): Promise<PullResponse> {
    const { db, clock, random, git, gitSync, limits, services, operations, connections } = this.#parts;
    return operations.run(
      caller,
      'PULL',
      { id: request.progress, signal, pullIdOf: ({ head }: PullResponse) => head.uuid },
      async (work) => {
        // Refused and repeated requests do not count.
        await db
          .transaction()
          .execute((transaction) => limits.countToday(transaction, caller.domainId, 'pullsPerDay'));
        const opened = await connections.openRequested(caller.domainId, request);
        const { connection, place, defaultBranch } = opened;
        const remote = await git.open(caller.domainId, connection, work);
        let isHandedOver = false;
        try {
          const listed = await services.listRegistered();
          const { commitSha } = request;
          const branch = request.branch ?? ((commitSha ?? ref) ? undefined : defaultBranch);
          // The folders of all services, so that the remembered history serves every choice.
          const folders = listed.map(({ id }) => id);
          const chosen = chosenServices(listed, request.services);
          const input = chosen.map(({ id, name }) => ({ id, name }));
          const { tree, lastCommits, ...commit } = await remote.fetchArranged(
            { branch, commitSha, folders, ref },
            { module: PULL_ARRANGER, input },
            work,
          );
          const { services: found, ignored, files } = tree as ArrangedManifest;
          if (found.length === 0) throw nothingToPull(ignored);
          work.onProgress('COMPARE', 0, found.length);
          const local = await readLocalChecksums(this.#parts, caller, found, work.signal);
          const now = clock.now();
          const pull: StoredPull = {
            id: random.id(),
            domainId: caller.domainId,
            userId: caller.userId,
            gitUrl: place,
            branch: commit.branch,
            commitSha: commit.commitSha,
            createdOn: now,
            touchedOn: now,
            expiresOn: new Date(now.getTime() + PULL_LIFETIME_HOURS * 3600 * 1000),
            manifest: toStoredManifest(found, files),
            ignored,
            contentsState: 'PENDING',
            contentsError: null,
            unreadable: {},
            lastCommitsState: lastCommits === undefined ? 'PENDING' : 'COMPLETE',
            lastCommits: lastCommits === undefined ? null : (lastCommits as CompressedPieces),
          };
          const addedBytes = pull.manifest.length + (pull.lastCommits?.length ?? 0);
          const usedBytes = await countPulledBytes(db, pull.domainId);
          await limits.check(pull.domainId, 'pulledBytes', usedBytes, addedBytes);
          await db.transaction().execute(async (transaction) => {
            await insertPull(transaction, { ...pull, askedServices: request.services ?? null });
            await gitSync.notePulled(transaction, pull);
          });
          const wanted = wantedOf(pull.manifest, request.sendImportRequests ? new Map() : local);
          const answered = await this.#answer(pull);
          const { id, domainId, lastCommitsState } = pull;
          const written = new AbortController();
          // A response with both sides contains the contents.
          if (request.sendImportRequests) written.abort();
          isHandedOver = true;
          const next = { id, domainId, commit, lastCommitsState };
          this.#goOn(next, { remote, wanted, written: written.signal });
          return { ...answered, onWritten: () => written.abort() };
        } finally {
          if (!isHandedOver) await remote[Symbol.asyncDispose]();
        }
      },
    );
  }

  async get(caller: Caller, id: string): Promise<PullResponse> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const pull = await findStoredPull(db, caller.domainId, id, now);
    if (pull === undefined) throw pullMissing();
    return this.#answer(shownPull(pull, now));
  }

  async getLastCommits(caller: Caller, id: string): Promise<LastCommitsResponse> {
    const { db, clock } = this.#parts;
    const { domainId } = caller;
    // Requested again and again: the files themselves stay in the database.
    const now = clock.now();
    const found = await findPullRecord(db, domainId, id, now);
    if (found === undefined) throw pullMissing();
    const pull = shownPull(found, now);
    const isKnown = pull.lastCommitsState === 'COMPLETE';
    const stored = isKnown ? await findStoredLists(db, domainId, id) : undefined;
    const { lastCommitsState: state, contentsState: contents, contentsError, unreadable } = pull;
    return { head: { state, commits: [], files: {}, contents, contentsError, unreadable }, stored };
  }

  /** Waits for background work; at the end of the process and of tests. */
  async settle(): Promise<void> {
    this.#stopping.abort(new UnavailableError(PULL_INTERRUPTED));
    await Promise.all(this.#completing);
  }

  /** Contents and last commits, read after the response: the person who waits for it comes first. */
  #goOn(
    pull: Omit<PullToComplete, 'checksums'>,
    {
      remote,
      wanted,
      written,
    }: { remote: RemoteRepository; wanted: () => CompressedPieces; written: AbortSignal },
  ): void {
    const complete = async () => {
      await using open = remote;
      await waitAtMost(RESPOND_FIRST_MS, AbortSignal.any([written, this.#stopping.signal]));
      await completePull(this.#parts, { ...pull, checksums: wanted() }, open, {
        signal: this.#stopping.signal,
      });
    };
    const completion = complete()
      .catch((error: unknown) => this.#parts.log.error({ err: error }, 'completing a pull failed'))
      .finally(() => this.#completing.delete(completion));
    this.#completing.add(completion);
  }

  async #answer(pull: StoredPull): Promise<PullResponse> {
    return toPullResponse(pull, await listSubmittedVersions(this.#parts.db, pull.domainId, pull.id));
  }
}

/** Until the signal aborts, or the time is over. */
async function waitAtMost(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}

const pullMissing = () => new NotFoundError('This pull has expired or does not exist. Please pull again.');

/** Says why a repository has nothing for the services, with a name for each reason. */
function nothingToPull(ignored: readonly IgnoredFiles[]): UnprocessableError {
  const inServices = ignored.filter(({ reason }) => reason !== 'NOT_A_SERVICE');
  if (inServices.length === 0) return new UnprocessableError(NO_SERVICE_FOLDER_MESSAGE);
  const skipped = inServices.map(
    ({ reason, count, examples }) => `${count} ${ignoredReasonText[reason]} (${examples[0]})`,
  );
  return new UnprocessableError(`${ALL_LEFT_OUT_MESSAGE} Skipped: ${skipped.join('; ')}.`);
}

function chosenServices<Service extends { id: string }>(
  listed: readonly Service[],
  chosen: readonly string[] | undefined,
): Service[] {
  return listed.filter(({ id }) => chosen === undefined || chosen.includes(id));
}

/** Checksums by filePath for each service that answers; remembers its version. */
async function readLocalChecksums(
  { services, log }: ConfigurationParts,
  caller: Caller,
  remote: readonly RemoteService[],
  signal: AbortSignal,
): Promise<Map<string, Map<string, string>>> {
  const client = services.getClient(caller);
  const found = new Map<string, Map<string, string>>();
  await Promise.all(
    remote.map(async (service) => {
      try {
        const metadata = await readMetadata(client, service.serviceId, { signal });
        service.localVersion = metadata.version;
        found.set(service.serviceId, checksumsOf(metadata));
      } catch (error) {
        // The wizard reports it for the service when it loads the local side; all contents are read by then.
        signal.throwIfAborted();
        log.warn({ err: error, serviceId: service.serviceId }, 'service does not tell its configuration');
      }
    }),
  );
  return found;
}

/** Finds what is wanted when it is needed; at once where the local side is too large to be held until then. */
function wantedOf(
  manifest: Buffer,
  local: ReadonlyMap<string, ReadonlyMap<string, string>>,
): () => CompressedPieces {
  const size = [...local.values()].reduce((sum, each) => sum + each.size, 0);
  if (size <= MAX_HELD_FILES) return () => listWanted(manifest, local);
  const wanted = listWanted(manifest, local);
  return () => wanted;
}

/** Checksums of the files that the live configuration does not have as they are, or not at all. */
function listWanted(
  manifest: Buffer,
  local: ReadonlyMap<string, ReadonlyMap<string, string>>,
): CompressedPieces {
  const wanted = new Set<string>();
  for (const { serviceId, files } of readParts(manifest)) {
    const ofService = local.get(serviceId);
    for (const file of files) {
      if (ofService?.get(filePathOf(file)) !== file.checksum) wanted.add(file.checksum);
    }
  }
  return toPieces(slicesOf(wanted, CHECKSUMS_PER_PIECE));
}
