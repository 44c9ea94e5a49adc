import { MovedFiles } from '@atrium/contract/configuration/confirm';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import type { ImportedService, ImportResult, importBodies } from '@atrium/contract/configuration/import';
import { isLeftOutPlace } from '@atrium/contract/configuration/manifest';
import type { EndpointInput } from '@atrium/contract/endpoint';
import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/configuration-file';
import { exportBody } from '@atrium/contract/service-api/export';
import { bodyToFiles, type ConfigurationBody, filesToBody } from '@atrium/contract/service-api/item-files';
import type { Caller } from '../http/caller.ts';
import { AppError, ConflictError, NotFoundError, ValidationError } from '../http/errors.ts';
import type { RegisteredService } from '../services/services.service.ts';
import { changesTo } from './body-changes.ts';
import type { ConfigurationParts } from './configuration.ts';
import type { PullWithFiles } from './pull.repository.ts';
import type { Pulls } from './pull.service.ts';
import type { PullAnswer } from './pull-answer.ts';
import type { RemoteFiles } from './remote-file.service.ts';
import { ONE_SERVICE_MESSAGE, type Submission, type Submitted, type Submitting } from './submit.service.ts';
import { failureOf, logFailure } from './submit-completion.ts';

type ImportBodies = EndpointInput<typeof importBodies>['body'];
type ConfirmedBody = ImportBodies['confirmed'][number];

/** Configuration as whole JSON bodies: what the import dialog compares and sends. */
export interface Imports {
  /** As `pulls.pull`, with both sides as bodies where they were asked for. */
  pull(caller: Caller, request: GitRequest, signal: AbortSignal): Promise<PullAnswer>;
  getPull(caller: Caller, id: string, withResults: boolean): Promise<PullAnswer>;
  readLocal(caller: Caller, serviceName: string | undefined): Promise<ImportResult[]>;
  /** A service that fails does not stop the others. `ifMatch` can be said of one service only. */
  importBodies(
    caller: Caller,
    request: ImportBodies,
    options: { signal: AbortSignal; ifMatch: readonly number[] | undefined },
  ): Promise<ImportedService[]>;
}

const UPLOAD_MESSAGE = 'Imported configuration';
/** Name of the log entry. */
const ACTION = 'configuration.import';

export function createImports(
  parts: ConfigurationParts,
  pulls: Pulls,
  remoteFiles: RemoteFiles,
  submitting: Submitting,
): Imports {
  const { db, services, operations, random } = parts;

  async function readLocalSide(caller: Caller, { id, name }: RegisteredService): Promise<ImportResult> {
    const { version, body } = await services.client(caller).call(id, exportBody, { query: {} });
    return {
      name,
      serviceId: id,
      localBody: JSON.stringify(body),
      gitBody: '',
      commitSha: null,
      baseVersion: version,
      sendBody: false,
      showBody: false,
    };
  }

  async function readResult(caller: Caller, pull: PullWithFiles, serviceId: string): Promise<ImportResult> {
    const [local, remote] = await Promise.all([
      readLocalSide(caller, await services.get(serviceId)),
      remoteFiles.readWhole(caller, pull, serviceId),
    ]);
    const ignoredPaths = pull.services.find((each) => each.serviceId === serviceId)?.ignoredPaths;
    const gitBody = JSON.stringify(filesToBody(withKept(remote, local.localBody, new Set(ignoredPaths))));
    const isDifferent = gitBody !== local.localBody;
    return { ...local, gitBody, commitSha: pull.commitSha, sendBody: isDifferent, showBody: isDifferent };
  }

  async function withResults(caller: Caller, id: string): Promise<PullAnswer> {
    const pull = await pulls.find(caller.domainId, id);
    const results = await Promise.all(
      pull.services.map(({ serviceId }) => readResult(caller, pull, serviceId)),
    );
    // Only now all contents are read, and it is known which of them cannot be taken.
    const { head, ...files } = await pulls.get(caller, id);
    return { head: { ...head, results }, ...files };
  }

  /** What makes a body live; nothing is written yet. */
  async function prepare(
    caller: Caller,
    { serviceId, body, baseVersion, commitSha }: ConfirmedBody,
    { message = UPLOAD_MESSAGE, backupKey, uuid }: ImportBodies,
  ): Promise<Submission> {
    const pull = uuid === undefined ? undefined : await pulls.find(caller.domainId, uuid);
    const isPulled = pull?.services.some((each) => each.serviceId === serviceId);
    const metadata = await submitting.readBase(caller, { serviceId, baseVersion });
    return {
      serviceId,
      baseVersion,
      folders: changesTo(body, metadata),
      message,
      commitSha: commitSha ?? null,
      backupKey,
      action: ACTION,
      ...(pull && isPulled && { pull }),
    };
  }

  async function importOne(
    caller: Caller,
    confirmed: ConfirmedBody,
    request: ImportBodies,
  ): Promise<Submitted> {
    const { serviceId, baseVersion: version } = confirmed;
    const submission = await prepare(caller, confirmed, request).catch(async (error: unknown) => {
      // What fails from here on is logged by the submit.
      const message = request.message ?? UPLOAD_MESSAGE;
      await logFailure(parts, db, { caller, action: ACTION, serviceId, version, message }, failureOf(error));
      throw error;
    });
    return submitting.submit(caller, submission);
  }

  /** The answer of one service; what it cannot take does not stop the others. */
  async function answerOf(serviceId: string, importing: Promise<Submitted>): Promise<ImportedService> {
    const [outcome] = await Promise.allSettled([importing]);
    const serviceName = await services.get(serviceId).then(
      ({ name }) => name,
      () => serviceId,
    );
    if (outcome.status === 'fulfilled') return { serviceId, serviceName, status: 'OK', ...outcome.value };
    const error: unknown = outcome.reason;
    if (!(error instanceof AppError)) parts.log.error({ err: error, serviceId }, 'import failed');
    const moved =
      error instanceof ConflictError ? MovedFiles.safeParse(error.details).data?.moved : undefined;
    const failure = { status: 'ERROR' as const, error: { localizedMessage: failureOf(error).reason } };
    return { serviceId, serviceName, ...failure, ...(moved && { moved }) };
  }

  return {
    async pull(caller, request, signal) {
      const answer = await pulls.pull(caller, request, signal);
      return request.sendImportRequests ? withResults(caller, answer.head.uuid) : answer;
    },

    async getPull(caller, id, wantsResults) {
      return wantsResults ? withResults(caller, id) : pulls.get(caller, id);
    },

    async readLocal(caller, serviceName) {
      const listed = await services.listRegistered();
      const chosen = listed.filter(({ id, name }) => [undefined, id, name].includes(serviceName));
      if (chosen.length === 0) throw new NotFoundError(`There is no service "${serviceName}".`);
      return Promise.all(chosen.map((service) => readLocalSide(caller, service)));
    },

    async importBodies(caller, request, { signal, ifMatch }) {
      const [first, ...others] = request.confirmed;
      if (ifMatch !== undefined && first !== undefined) {
        if (others.length > 0) throw new ValidationError(ONE_SERVICE_MESSAGE);
        const { serviceId, baseVersion } = first;
        await submitting.readBase(caller, { serviceId, baseVersion, ifMatch });
      }
      const options = { id: request.progress, signal, failureOf: reasonOf };
      return operations.run(caller, 'IMPORT', options, async (work) => {
        const backupKey = request.backupKey ?? random.id();
        const results: ImportedService[] = [];
        for (const confirmed of request.confirmed) {
          work.signal.throwIfAborted();
          work.onProgress('WRITE', results.length, request.confirmed.length);
          const importing = importOne(caller, confirmed, { ...request, backupKey });
          results.push(await answerOf(confirmed.serviceId, importing));
        }
        return results;
      });
    },
  };
}

/** Which services could not be imported, and why; null when all are. */
function reasonOf(results: readonly ImportedService[]): string | null {
  const failures = results.filter(({ status }) => status === 'ERROR');
  if (failures.length === 0) return null;
  const imported = results.filter(({ status }) => status === 'OK');
  return [
    ...failures.map(
      ({ serviceName, error }) => `${serviceName} was not imported. ${error?.localizedMessage}`,
    ),
    ...imported.map(({ serviceName }) => `${serviceName} was imported.`),
  ].join(' ');
}

/** What a remote leaves out is not deleted there: the live file stands in for it. */
function withKept(
  { files, unreadable }: { files: ConfigurationFile[]; unreadable: ReadonlySet<string> },
  localBody: string,
  ignoredPaths: ReadonlySet<string>,
): ConfigurationFile[] {
  if (unreadable.size === 0 && ignoredPaths.size === 0) return files;
  const live = bodyToFiles(JSON.parse(localBody) as ConfigurationBody);
  const kept = live.filter((file) => {
    const path = filePathOf(file);
    return unreadable.has(path) || isLeftOutPlace(path, ignoredPaths);
  });
  return [...files, ...kept];
}
