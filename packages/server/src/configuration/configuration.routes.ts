import { findTwo, listBackupItems } from '@atrium/contract/configuration/backup-items';
import { listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { listBases, readBaseFile } from '@atrium/contract/configuration/bases';
import { listBranches } from '@atrium/contract/configuration/branches';
import { compareSides } from '@atrium/contract/configuration/comparison';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { editFiles } from '@atrium/contract/configuration/edit';
import { examineFiles } from '@atrium/contract/configuration/examine-files';
import { getFileDeletion, getFileHistory } from '@atrium/contract/configuration/file-history';
import { checkBodies, importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { deleteVersions, listServiceVersions } from '@atrium/contract/configuration/old-versions';
import { cancelOperation, getProgress, listProgress } from '@atrium/contract/configuration/progress';
import { getProtection, updateProtection } from '@atrium/contract/configuration/protection';
import { getPull, type Pull, pull } from '@atrium/contract/configuration/pull';
import { push } from '@atrium/contract/configuration/push';
import { previewPush } from '@atrium/contract/configuration/push-preview';
import { readRemoteFile, readRemoteFiles } from '@atrium/contract/configuration/remote-file';
import { getNamedVersion, listNamedVersions, returnToVersion } from '@atrium/contract/configuration/versions';
import { digestOf, isKnown, readIfMatch, tag } from '@atrium/host/http/bodies/entity-tags';
import { notModified, ResponseInPieces } from '@atrium/host/http/bodies/responses';
import type { FastifyInstance } from 'fastify';
import { leaving } from '../http/leaving.ts';
import { route } from '../http/route.ts';
import type { Configuration } from './configuration.ts';
import { writeLocalBodies } from './import/bodies-response.ts';
import { writeLastCommits } from './pull/last-commits-response.ts';
import { writePull } from './pull/pull-response.ts';

/** Caches contents of remotes and counts of one call for the next. */
const isHere = true;

/** Git remotes, pulls, their submits, and backups. */
export function configurationRoutes(app: FastifyInstance, configuration: Configuration): void {
  const { pulls, remoteFiles, bases, fileExaminer, serviceSubmissions, imports, bodyChecks } = configuration;
  const { edits, pushing, comparisons, configuredServices, oldVersions, versions } = configuration;
  const { histories, deletions } = configuration;

  route(app, listServiceVersions, ({ caller }) => oldVersions.list(caller));
  route(app, deleteVersions, ({ caller, body }) => oldVersions.delete(caller, body));
  route(app, listBranches, async ({ caller, body, reply }) =>
    pulls.listBranches(caller, body, leaving(reply)),
  );
  route(app, pull, async ({ caller, body, reply }) => {
    return new ResponseInPieces(writePull(await imports.pull(caller, body, leaving(reply))));
  });
  route(app, getPull, async ({ caller, params, query, request, reply }) => {
    const found = await imports.getPull(caller, params.uuid, query.results, leaving(reply));
    const isSame = isKnown(request, reply, tagOfPull(found.head));
    return isSame ? notModified : new ResponseInPieces(writePull(found));
  });
  route(app, getLastCommits, async ({ caller, params, request, reply }) => {
    const found = await pulls.getLastCommits(caller, params.uuid);
    const isSame = isKnown(request, reply, `${params.uuid}.${found.head.state}.${found.head.contents}`);
    return isSame ? notModified : new ResponseInPieces(writeLastCommits(found));
  });
  route(app, readRemoteFile, async ({ caller, body, reply }) => {
    const file = await remoteFiles.read(caller, body, leaving(reply));
    tag(reply, file.checksum);
    return file;
  });
  route(app, readRemoteFiles, async ({ caller, body, reply }) => ({
    files: await remoteFiles.readSeveral(caller, body, leaving(reply)),
  }));
  route(app, listBases, async ({ caller, params }) => bases.list(caller, params.uuid));
  route(app, examineFiles, async ({ caller, body, reply }) =>
    fileExaminer.examine(caller, body, leaving(reply)),
  );
  route(app, readBaseFile, async ({ caller, body, reply }) => {
    const file = await remoteFiles.readBase(caller, body);
    tag(reply, file.checksum);
    return file;
  });
  route(app, confirmPull, async ({ caller, body, request, reply }) => {
    const options = { signal: leaving(reply), ifMatch: readIfMatch(request) };
    const submitted = await serviceSubmissions.confirm(caller, body, options);
    tag(reply, submitted.version);
    return submitted;
  });
  route(app, editFiles, async ({ caller, params, body, request, reply }) => {
    const edit = { ...body, ifMatch: readIfMatch(request) };
    const submitted = await edits.submit(caller, params.serviceId, edit, leaving(reply));
    tag(reply, submitted.version);
    return submitted;
  });
  route(app, listNamedVersions, ({ caller, params, query }) =>
    versions.list(caller, params.serviceId, query),
  );
  route(app, getNamedVersion, ({ caller, params }) => versions.get(caller, params.serviceId, params.version));
  route(app, getFileHistory, ({ caller, params, query, reply }) =>
    histories.get(caller, params.serviceId, query, leaving(reply)),
  );
  route(app, getFileDeletion, ({ caller, params, query }) => deletions.get(caller, params.serviceId, query));
  route(app, returnToVersion, async ({ caller, params, body, request, reply }) => {
    const what = { ...body, ifMatch: readIfMatch(request) };
    const submitted = await versions.restore(caller, params, what, leaving(reply));
    tag(reply, submitted.version);
    return submitted;
  });
  route(app, push, async ({ caller, body, reply }) => pushing.push(caller, body, leaving(reply)));
  route(app, previewPush, async ({ caller, body, reply }) => pushing.preview(caller, body, leaving(reply)));
  route(app, readLocalBodies, async ({ caller, body, reply }) => {
    const results = await imports.readLocal(caller, body.serviceName);
    const versions = results.map(({ head }) => `${head.serviceId}.${head.baseVersion}`);
    tag(reply, results.length === 1 ? (results[0]?.head.baseVersion ?? 0) : versions.join('-'));
    return new ResponseInPieces(writeLocalBodies(results));
  });
  route(app, importBodies, async ({ caller, body, request, reply }) => ({
    results: await imports.importBodies(caller, body, {
      signal: leaving(reply),
      ifMatch: readIfMatch(request),
    }),
  }));
  route(
    app,
    checkBodies,
    async ({ caller, body, reply }) => ({
      services: await bodyChecks.check(caller, body.confirmed, leaving(reply)),
    }),
    { isHere },
  );
  route(app, compareSides, async ({ caller, params, body, reply }) => {
    const compared = await comparisons.compare(caller, params.a, params.b, body.serviceId);
    tag(reply, digestOf(compared));
    return compared;
  });
  route(
    app,
    listConfiguredServices,
    async ({ caller }) => ({
      services: await configuredServices.list(caller),
    }),
    { isHere },
  );
  protectionRoutes(app, configuration);
  progressRoutes(app, configuration);
  backupRoutes(app, configuration);
}

function protectionRoutes(app: FastifyInstance, { protections }: Configuration): void {
  route(app, getProtection, ({ caller, params }) => protections.get(caller, params.serviceId));
  route(app, updateProtection, ({ caller, params, body }) =>
    protections.update(caller, params.serviceId, body),
  );
}

function progressRoutes(app: FastifyInstance, { operations }: Configuration): void {
  route(app, listProgress, async ({ caller }) => ({ operations: await operations.list(caller) }));
  route(app, getProgress, async ({ caller, params }) => operations.get(caller, params.id));
  route(app, cancelOperation, async ({ caller, params }) => operations.cancel(caller, params.id));
}

function backupRoutes(app: FastifyInstance, { backups }: Configuration): void {
  route(app, listBackups, async ({ caller, body }) => backups.list(caller, body));
  route(app, findTwo, async ({ caller, body }) => backups.findTwo(caller, body));
  route(app, listBackupItems, async ({ caller, params }) => ({
    items: await backups.listItems(caller, params.id),
  }));
  route(app, restoreBackup, async ({ caller, params, body, request, reply }) => {
    const restored = await backups.restore(caller, params.id, body, {
      ifMatch: readIfMatch(request),
      signal: leaving(reply),
    });
    if (restored.version !== undefined) tag(reply, restored.version);
    return restored;
  });
}

/** A pull is a snapshot: only details of its files and its submits can change. */
function tagOfPull(pull: Pull): string {
  const { uuid, lastCommits, ignored, results = [], unread = [] } = pull;
  const leftOut = ignored.reduce((sum, { count }) => sum + count, 0);
  const submitted = pull.services.map(({ confirmedVersion }) => confirmedVersion ?? '-');
  const live = results.map(({ baseVersion }) => baseVersion);
  const missing = unread.map(({ serviceId }) => serviceId);
  return [uuid, lastCommits, leftOut, ...submitted, ...live, ...missing].join('.');
}
