import type { User } from '@atrium/contract/accounts/user';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { DEFAULT_COMMIT_MESSAGE, type PushResult } from '@atrium/contract/configuration/push';
import type { Profiles } from '../accounts/profile.service.ts';
import type { Caller } from '../http/caller.ts';
import { AppError, NotFoundError } from '../http/errors.ts';
import { readGitAddress } from '../providers/git/git-address.ts';
import { GitError } from '../providers/git/git-errors.ts';
import type { PushedFile } from '../providers/git/push.ts';
import type { RemoteRepository } from '../providers/git/remote-repository.ts';
import type { TreeEntry } from '../providers/git/tree.ts';
import type { RegisteredService } from '../services/services.service.ts';
import type { ConfigurationParts } from './configuration.ts';
import { findExchange, upsertExchange } from './exchange.repository.ts';
import { checksumsOf, readMetadata, readSources } from './live-configuration.ts';
import type { OperationHandle } from './operations.service.ts';
import { findServiceChanges } from './push-changes.ts';

export interface Pushing {
  /** One commit for all services; a service that fails is left out of it. */
  push(caller: Caller, request: GitRequest, signal: AbortSignal): Promise<PushResult[]>;
}

/** Branch of a repository's first commit, where the request names none. */
const FIRST_BRANCH = 'main';

interface Target {
  branch: string;
  /** Commit to build on; null in an empty repository. */
  parent: string | null;
  /** False when the branch has to be made. */
  exists: boolean;
  entries: TreeEntry[];
}

/** What one service brings to the commit, or why it cannot. */
interface Contribution {
  service: RegisteredService;
  version: number;
  checksums: Map<string, string>;
  changes: Map<string, PushedFile | null>;
}

export function createPushing(parts: ConfigurationParts, profiles: Profiles): Pushing {
  const { db, clock, random, git, audit, services, operations, log } = parts;

  async function findTarget(
    remote: RemoteRepository,
    branch: string | undefined,
    work: OperationHandle,
  ): Promise<Target> {
    const { branches, defaultBranch } = await remote.listBranches(work);
    if (branches.length === 0) {
      return { branch: branch ?? FIRST_BRANCH, parent: null, exists: false, entries: [] };
    }
    const named = branch ?? defaultBranch ?? branches[0] ?? FIRST_BRANCH;
    const exists = branches.includes(named);
    // A new branch starts where the default one stands.
    const from = exists ? named : (defaultBranch ?? branches[0]);
    const { commitSha, entries } = await remote.fetchTree({ branch: from }, work);
    return { branch: named, parent: commitSha, exists, entries };
  }

  async function contribute(
    caller: Caller,
    service: RegisteredService,
    gitUrl: string,
    { branch, exists, entries }: Target,
    signal: AbortSignal,
  ): Promise<Contribution> {
    const client = services.client(caller);
    const metadata = await readMetadata(client, service.id, { signal });
    const checksums = checksumsOf(metadata);
    const place = { domainId: caller.domainId, serviceId: service.id, gitUrl, branch };
    const base = exists ? (await findExchange(db, place))?.checksums : null;
    const { write, remove } = findServiceChanges(service.id, entries, checksums, base);
    const places = metadata.folders.flatMap(({ files }) =>
      files.filter(({ filePath }) => write.has(filePath)),
    );
    const sources = await readSources(client, service.id, places, { version: metadata.version, signal });
    const changes = new Map<string, PushedFile | null>(remove.map((path) => [path, null]));
    for (const [path, mode] of write) {
      const source = sources.get(path);
      if (source === undefined) throw new NotFoundError(`${service.name} does not give ${path}.`);
      changes.set(`${service.id}/${path}`, { mode, content: source.content });
    }
    return { service, version: metadata.version, checksums, changes };
  }

  async function recordExchange(
    caller: Caller,
    { service, version, checksums }: Contribution,
    { gitUrl, branch, commitSha }: { gitUrl: string; branch: string; commitSha: string },
  ): Promise<void> {
    await db.transaction().execute(async (store) => {
      await upsertExchange(store, {
        id: random.id(),
        domainId: caller.domainId,
        serviceId: service.id,
        ...{ gitUrl, branch, commitSha, version, submittedVersion: version },
        direction: 'PUSH',
        exchangedOn: clock.now(),
        userId: caller.userId,
        checksums: Object.fromEntries(checksums),
      });
      await audit.record(store, {
        caller,
        action: 'configuration.push',
        message: `${service.id}: pushed version ${version} to ${branch} of ${gitUrl}`,
        after: { serviceId: service.id, version, commitSha },
      });
    });
  }

  function failed({ id, name }: RegisteredService, error: unknown): PushResult {
    if (!(error instanceof AppError)) log.error({ err: error, serviceId: id }, 'push failed');
    const message = error instanceof AppError ? error.message : 'The push failed unexpectedly.';
    return { serviceId: id, serviceName: name, status: 'ERROR', error: { localizedMessage: message } };
  }

  async function pushAll(caller: Caller, request: GitRequest, work: OperationHandle): Promise<PushResult[]> {
    const { url: gitUrl } = readGitAddress(request.gitUrl);
    const chosen = chooseServices(await services.listRegistered(), request);
    await using remote = await git.open(caller.domainId, request);
    const target = await findTarget(remote, request.branch, work);
    const results = new Map<string, PushResult>();
    const contributions: Contribution[] = [];
    for (const service of chosen) {
      work.onProgress('READ', results.size + contributions.length, chosen.length);
      try {
        contributions.push(await contribute(caller, service, gitUrl, target, work.signal));
      } catch (error) {
        work.signal.throwIfAborted();
        results.set(service.id, failed(service, error));
      }
    }
    if (contributions.length === 0) return chosen.flatMap(({ id }) => results.get(id) ?? []);
    const changes = new Map(contributions.flatMap((each) => [...each.changes]));
    work.onProgress('WRITE', 0, changes.size);
    const user = await profiles.getUser(caller);
    try {
      const commitSha = await writeCommit(remote, target, request, user, changes, work);
      for (const contribution of contributions) {
        await recordExchange(caller, contribution, { gitUrl, branch: target.branch, commitSha });
        const { id, name } = contribution.service;
        results.set(id, { serviceId: id, serviceName: name, status: 'OK', commitSha });
      }
    } catch (error) {
      const isAnswer = error instanceof GitError && PUSH_ANSWERS.has(error.failure);
      if (!isAnswer) throw error;
      for (const { service } of contributions) results.set(service.id, failed(service, error));
    }
    return chosen.flatMap(({ id }) => results.get(id) ?? []);
  }

  async function writeCommit(
    remote: RemoteRepository,
    { branch, parent, exists }: Target,
    { commitMessage = DEFAULT_COMMIT_MESSAGE }: GitRequest,
    { firstName, lastName, email }: User,
    changes: ReadonlyMap<string, PushedFile | null>,
    work: OperationHandle,
  ): Promise<string> {
    if (changes.size === 0 && exists && parent !== null) return parent;
    const author = { name: `${firstName} ${lastName}`, email };
    return remote.pushCommit(
      { parent, branch, author, at: clock.now(), message: commitMessage, changes },
      work,
    );
  }

  return {
    push: (caller, request, signal) =>
      operations.run(caller, 'PUSH', { id: request.progress, signal }, (work) =>
        pushAll(caller, request, work),
      ),
  };
}

/** The remote took part and said no: told for each service. Everything else is a failure of the whole push. */
const PUSH_ANSWERS = new Set(['REMOTE_MOVED', 'PUSH_REFUSED']);

function chooseServices(
  listed: RegisteredService[],
  { services, serviceName }: GitRequest,
): RegisteredService[] {
  const chosen = listed.filter(
    ({ id, name }) =>
      (services === undefined || services.includes(id)) && [undefined, id, name].includes(serviceName),
  );
  if (chosen.length === 0) throw new NotFoundError('There is no such service.');
  return chosen;
}
