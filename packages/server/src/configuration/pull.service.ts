import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { PULL_LIFETIME_HOURS } from '@atrium/contract/configuration/limits';
import { type IgnoredFiles, ignoredReasonText } from '@atrium/contract/configuration/manifest';
import { ALL_LEFT_OUT_MESSAGE, NO_SERVICE_FOLDER_MESSAGE } from '@atrium/contract/configuration/messages';
import type { getLastCommits } from '@atrium/contract/configuration/pull';
import type { EndpointAnswer } from '@atrium/contract/endpoint';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnprocessableError } from '../http/errors.ts';
import type { RemoteBranches } from '../providers/git/branches.ts';
import { readGitAddress } from '../providers/git/git-address.ts';
import type { RemoteRepository } from '../providers/git/remote-repository.ts';
import type { RemoteCommit, Selection, Work } from '../providers/git/repository-context.ts';
import type { RegisteredService } from '../services/services.service.ts';
import { toCompressedJson } from './compressed-json.ts';
import type { ConfigurationParts } from './configuration.ts';
import { checksumsOf, readMetadata } from './live-configuration.ts';
import { buildManifest, type Manifest, type RemoteService } from './manifest.ts';
import {
  findPull,
  findPullRecord,
  findStoredLastCommits,
  insertPull,
  listSubmissions,
  type PullWithFiles,
} from './pull.repository.ts';
import { answerPull, type PullAnswer } from './pull-answer.ts';
import { completePull, type PullToComplete, toStored } from './pull-completion.ts';

export interface Pulls {
  listBranches(request: GitRequest, signal: AbortSignal): Promise<RemoteBranches>;
  /** Takes a snapshot. Contents and last commits follow by themselves. */
  pull(caller: Caller, request: GitRequest, signal: AbortSignal): Promise<PullAnswer>;
  get(caller: Caller, id: string): Promise<PullAnswer>;
  getLastCommits(caller: Caller, id: string): Promise<EndpointAnswer<typeof getLastCommits>>;
  /** With its files, for the other services of this domain. Throws NotFoundError. */
  find(domainId: string, id: string): Promise<PullWithFiles>;
  /** Waits for work that goes on after an answer; at the end of the process and of tests. */
  settle(): Promise<void>;
}

export function createPulls(parts: ConfigurationParts): Pulls {
  const { db, clock, random, git, services, operations } = parts;
  const completing = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function find(domainId: string, id: string): Promise<PullWithFiles> {
    const pull = await findPull(db, domainId, id, clock.now());
    if (pull === undefined) throw pullMissing();
    return pull;
  }

  /** Contents and last commits, while the answer is already on its way. */
  function goOn(pull: PullToComplete, remote: RemoteRepository): void {
    const complete = async () => {
      await using open = remote;
      await completePull(parts, pull, open, { signal: stopping.signal });
    };
    const completion = complete()
      .catch((error: unknown) => parts.log.error({ err: error }, 'completing a pull failed'))
      .finally(() => completing.delete(completion));
    completing.add(completion);
  }

  async function answer(pull: PullWithFiles): Promise<PullAnswer> {
    return answerPull(pull, await listSubmissions(db, pull.id));
  }

  return {
    find,
    listBranches: (request, signal) => git.listBranches(request, signal),

    pull: (caller, request, signal) =>
      operations.run(
        caller,
        'PULL',
        { id: request.progress, signal, pullIdOf: ({ head }: PullAnswer) => head.uuid },
        async (work) => {
          const remote = await git.open(caller.domainId, request, work);
          let isHandedOver = false;
          try {
            const listed = await services.listRegistered();
            const { branch, commitSha } = request;
            // The folders of all services, so that what is remembered of the history is good for every choice.
            const folders = listed.map(({ id }) => id);
            const chosen = chosenServices(listed, request.services);
            const { commit, manifest } = await fetchManifest(
              remote,
              { branch, commitSha, folders },
              chosen,
              work,
            );
            if (manifest.services.length === 0) throw nothingToPull(manifest.ignored);
            work.onProgress('COMPARE', 0, manifest.services.length);
            const [local, last] = await Promise.all([
              readLocalChecksums(parts, caller, manifest.services, work.signal),
              remote.findKnownLastCommits(commit, work),
            ]);
            const now = clock.now();
            const pull: PullWithFiles = {
              id: random.id(),
              domainId: caller.domainId,
              userId: caller.userId,
              gitUrl: readGitAddress(request.gitUrl).url,
              branch: commit.branch,
              commitSha: commit.commitSha,
              createdOn: now,
              touchedOn: now,
              expiresOn: new Date(now.getTime() + PULL_LIFETIME_HOURS * 3600 * 1000),
              ...manifest,
              contentsState: 'PENDING',
              contentsError: null,
              unreadable: {},
              lastCommitsState: last === undefined ? 'PENDING' : 'COMPLETE',
              lastCommits: last === undefined ? null : toStored(last, manifest.services),
            };
            await insertPull(db, pull);
            const wanted = new Set(
              manifest.services.flatMap(({ serviceId, files }) => [
                ...differing(files, request.sendImportRequests ? undefined : local.get(serviceId)),
              ]),
            );
            const checksums = await toCompressedJson([...wanted]);
            const answered = await answer(pull);
            const { id, domainId, lastCommitsState } = pull;
            isHandedOver = true;
            goOn({ id, domainId, commit, checksums, lastCommitsState }, remote);
            return answered;
          } finally {
            if (!isHandedOver) await remote[Symbol.asyncDispose]();
          }
        },
      ),

    async get(caller, id) {
      return answer(await find(caller.domainId, id));
    },

    async getLastCommits(caller, id) {
      const { domainId } = caller;
      // Asked for again and again: the files themselves stay in the database.
      const pull = await findPullRecord(db, domainId, id, clock.now());
      if (pull === undefined) throw pullMissing();
      const isKnown = pull.lastCommitsState === 'COMPLETE';
      const stored = isKnown ? await findStoredLastCommits(db, domainId, id) : null;
      const { commits, files } = stored ?? { commits: [], files: {} };
      const { lastCommitsState: state, contentsState: contents, contentsError, unreadable } = pull;
      return { state, commits, files, contents, contentsError, unreadable };
    },

    async settle() {
      stopping.abort();
      await Promise.all(completing);
    },
  };
}

const pullMissing = () => new NotFoundError('This pull has expired or does not exist. Please pull again.');

/** Says why a repository has nothing for the services, with a name for each reason. */
function nothingToPull(ignored: readonly IgnoredFiles[]): UnprocessableError {
  const inServices = ignored.filter(({ reason }) => reason !== 'NOT_A_SERVICE');
  if (inServices.length === 0) return new UnprocessableError(NO_SERVICE_FOLDER_MESSAGE);
  const told = inServices.map(
    ({ reason, count, examples }) => `${count} ${ignoredReasonText[reason]} (${examples[0]})`,
  );
  return new UnprocessableError(`${ALL_LEFT_OUT_MESSAGE} Left out: ${told.join('; ')}.`);
}

/** What git told of the files is let go here: the manifest stays. */
async function fetchManifest(
  remote: RemoteRepository,
  selection: Selection,
  services: readonly RegisteredService[],
  work: Work,
): Promise<{ commit: RemoteCommit; manifest: Manifest }> {
  const { entries, outside, ...commit } = await remote.fetchTree(selection, work);
  return { commit, manifest: buildManifest(entries, services, outside) };
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
  const client = services.client(caller);
  const found = new Map<string, Map<string, string>>();
  await Promise.all(
    remote.map(async (service) => {
      try {
        const metadata = await readMetadata(client, service.serviceId, { signal });
        service.localVersion = metadata.version;
        found.set(service.serviceId, checksumsOf(metadata));
      } catch (error) {
        // The wizard tells it for the service when it loads the local side; all contents are read then.
        signal.throwIfAborted();
        log.warn({ err: error, serviceId: service.serviceId }, 'service does not tell its configuration');
      }
    }),
  );
  return found;
}

function* differing(
  files: RemoteService['files'],
  local: Map<string, string> | undefined,
): Generator<string> {
  for (const { folderPath, name, checksum } of files) {
    if (local?.get(`${folderPath}/${name}`) !== checksum) yield checksum;
  }
}
