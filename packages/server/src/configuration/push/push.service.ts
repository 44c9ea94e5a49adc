import { fullName } from '@atrium/contract/accounts/full-name';
import type { User } from '@atrium/contract/accounts/user';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import {
  DEFAULT_COMMIT_MESSAGE,
  type Pushed,
  type PushResult,
  type push,
} from '@atrium/contract/configuration/push';
import type { PushPreview } from '@atrium/contract/configuration/push-preview';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { AppError, CanceledError, NotFoundError } from '@atrium/host/errors';
import type { Profiles } from '../../accounts/people/profile.service.ts';
import type { OpenedRepository } from '../../connections/connection.service.ts';
import type { Caller } from '../../http/caller.ts';
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { RegisteredService } from '../../services/services.service.ts';
import { countFiles } from '../about-service.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import type { OperationHandle } from '../operations.service.ts';
import { failureOfServices } from '../services-failure.ts';
import { logFailedPush, logFailedServices } from './log-failed-push.ts';
import { type ChangedFile, type Contribution, findContribution, toChanges } from './push-contribution.ts';
import { previewContributions } from './push-preview.ts';
import { findTarget, type Target } from './push-target.ts';
import { recordPush } from './record-push.ts';
import { RemoteMovedError } from './refuse-moved.ts';

interface Parts extends ConfigurationParts {
  profiles: Profiles;
}

type PushRequest = EndpointInput<typeof push>['body'];

/** A push up to where it writes. */
interface Plan {
  chosen: RegisteredService[];
  gitUrl: string;
  target: Target;
  contributions: Contribution[];
  /** By serviceId: why a service cannot take part. */
  failures: Map<string, Failure>;
}

type Failure = Pick<PushResult, 'error'> & { serviceId: string; serviceName: string; status: 'ERROR' };

export class Pushing {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Changes that `push` would write now. */
  async preview(caller: Caller, request: GitRequest, signal: AbortSignal): Promise<PushPreview> {
    const work = { signal, onProgress: () => undefined };
    const opened = await this.#parts.connections.openRequested(caller.domainId, request);
    await using remote = await this.#parts.git.open(caller.domainId, opened.connection, work);
    const { chosen, target, contributions, failures } = await this.#plan(
      caller,
      request,
      { ...opened, remote },
      work,
    );
    const previewed = await previewContributions(remote, target, contributions, work);
    const { branch, isNewBranch, defaultBranch, tree, exchanges } = target;
    return {
      branch,
      isNewBranch,
      defaultBranch,
      parent: tree?.commitSha ?? null,
      isParentExchanged: exchanges.some(({ commitSha }) => commitSha === tree?.commitSha),
      services: chosen.flatMap(({ id }) => {
        const failure = failures.get(id);
        if (failure !== undefined) return { ...failure, version: null, fileCount: 0, files: [] };
        return previewed.find(({ serviceId }) => serviceId === id) ?? [];
      }),
    };
  }

  /** One commit for all services; a service that fails is left out of it. */
  push(caller: Caller, request: PushRequest, signal: AbortSignal): Promise<Pushed> {
    const failureOf = ({ push }: Pushed) => failureOfServices(push, 'pushed');
    const options = { id: request.progress, signal, failureOf, outcomeOf: outcomeOfPush };
    return this.#parts.operations.run(caller, 'PUSH', options, (work) =>
      this.#pushAndLog(caller, request, work),
    );
  }

  /** A canceled push is no failure. */
  async #pushAndLog(caller: Caller, request: PushRequest, work: OperationHandle): Promise<Pushed> {
    let opened: OpenedRepository | undefined;
    let pushed: Pushed;
    try {
      opened = await this.#parts.connections.openRequested(caller.domainId, request);
      pushed = await this.#pushAll(caller, request, opened, work);
    } catch (error) {
      const cause: unknown = work.signal.aborted ? work.signal.reason : error;
      const target = { place: opened?.place, branch: request.branch ?? opened?.defaultBranch };
      if (!(cause instanceof CanceledError)) await logFailedPush(this.#parts, caller, target, cause);
      throw error;
    }
    await logFailedServices(this.#parts, caller, opened.place, pushed);
    return pushed;
  }

  async #plan(
    caller: Caller,
    request: PushRequest,
    { remote, place: gitUrl, defaultBranch }: OpenedRepository & { remote: RemoteRepository },
    work: OperationHandle,
  ): Promise<Plan> {
    const { db, services } = this.#parts;
    const { domainId } = caller;
    const chosen = chooseServices(await services.listRegistered(), request);
    const branch = request.branch ?? defaultBranch;
    const place = { domainId, gitUrl, branch, services: chosen };
    const target = await findTarget(db, remote, place, work);
    const failures: Plan['failures'] = new Map();
    const contributions: Contribution[] = [];
    for (const service of chosen) {
      work.onProgress('READ', failures.size + contributions.length, chosen.length);
      const options = { version: request.versions?.[service.id], remote, work };
      try {
        contributions.push(await findContribution(services, caller, service, target, options));
      } catch (error) {
        work.signal.throwIfAborted();
        failures.set(service.id, this.#failed(service, error));
      }
    }
    return { chosen, gitUrl, target, contributions, failures };
  }

  #failed({ id, name }: RegisteredService, error: unknown): Failure {
    if (!(error instanceof AppError)) this.#parts.log.error({ err: error, serviceId: id }, 'push failed');
    const message = error instanceof AppError ? error.message : 'The push failed unexpectedly.';
    return {
      serviceId: id,
      serviceName: name,
      status: 'ERROR',
      error: {
        localizedMessage: message,
        ...(error instanceof RemoteMovedError && { needsPull: true }),
      },
    };
  }

  async #pushAll(
    caller: Caller,
    request: PushRequest,
    opened: OpenedRepository,
    work: OperationHandle,
  ): Promise<Pushed> {
    const { clock, git, profiles } = this.#parts;
    await using remote = await git.open(caller.domainId, opened.connection, work);
    const { chosen, gitUrl, target, contributions, failures } = await this.#plan(
      caller,
      request,
      { ...opened, remote },
      work,
    );
    const { branch, isNewBranch, defaultBranch } = target;
    const results = new Map<string, PushResult>(failures);
    if (contributions.length > 0) {
      const files = contributions.flatMap((each) => each.files);
      work.onProgress('WRITE', 0, files.length);
      const user = await profiles.get(caller);
      const exchangedOn = clock.now();
      try {
        const commitSha = await this.#writeCommit(remote, target, request, user, files, work);
        for (const contribution of contributions) {
          const { id, name } = contribution.service;
          const fileCount = contribution.files.length;
          if (!isAsExchanged(contribution, target))
            await recordPush(this.#parts, caller, contribution, { gitUrl, branch, commitSha, exchangedOn });
          results.set(id, { serviceId: id, serviceName: name, status: 'OK', commitSha, fileCount });
        }
      } catch (error) {
        const isOutcome = error instanceof GitError && PUSH_OUTCOMES.has(error.failure);
        if (!isOutcome) throw error;
        for (const { service } of contributions) results.set(service.id, this.#failed(service, error));
      }
    }
    return {
      branch,
      isNewBranch,
      defaultBranch,
      push: chosen.flatMap(({ id }) => results.get(id) ?? []),
    };
  }

  async #writeCommit(
    remote: RemoteRepository,
    { branch, isNewBranch, tree }: Target,
    { commitMessage = DEFAULT_COMMIT_MESSAGE }: GitRequest,
    user: User,
    files: readonly ChangedFile[],
    work: OperationHandle,
  ): Promise<string> {
    const parent = tree?.commitSha ?? null;
    if (files.length === 0 && !isNewBranch && parent !== null) return parent;
    const author = { name: fullName(user), email: user.email };
    const changes = toChanges(files);
    return remote.pushCommit(
      { parent, branch, isNewBranch, author, at: this.#parts.clock.now(), message: commitMessage, changes },
      work,
    );
  }
}

/**
 * Whether a push changes nothing of a service that others have changed since. Its exchange stays: a new branch starts at the
 * newest exchange, and changes of others to another service there were never pulled.
 */
function isAsExchanged(
  { service, checksums, files }: Contribution,
  { isNewBranch, tree, exchanges }: Target,
): boolean {
  const last = exchanges.find(({ serviceId }) => serviceId === service.id);
  if (last === undefined || isNewBranch || files.length > 0 || last.commitSha === tree?.commitSha)
    return false;
  const known = Object.keys(last.checksums);
  return (
    known.length === checksums.size && known.every((path) => last.checksums[path] === checksums.get(path))
  );
}

/** The remote responded and refused: reported for each service. Everything else is a failure of the whole push. */
const PUSH_OUTCOMES = new Set(['REMOTE_MOVED', 'PUSH_REFUSED']);

function chooseServices(
  listed: RegisteredService[],
  { services, serviceName, versions }: PushRequest,
): RegisteredService[] {
  const chosen = listed.filter(
    ({ id, name }) =>
      (services === undefined || services.includes(id)) &&
      [undefined, id, name].includes(serviceName) &&
      // One that has no version could not be previewed: what it would write, no one has seen.
      (versions === undefined || versions[id] !== undefined),
  );
  if (chosen.length === 0) throw new NotFoundError('There is no such service.');
  return chosen;
}

function outcomeOfPush({ branch, push }: Pushed): string {
  const count = push.reduce((sum, { fileCount = 0 }) => sum + fileCount, 0);
  const commit = push.find(({ commitSha }) => commitSha !== undefined)?.commitSha?.slice(0, 8);
  return count === 0
    ? `Nothing had to change on ${branch}.`
    : `${countFiles(count)} on ${branch} at ${commit}.`;
}
