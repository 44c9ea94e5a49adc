import { toPagedResult } from '@atrium/contract/paging';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { type ExportedFolder, exportBody, exportMetadata } from '@atrium/contract/service-api/export';
import { exportSourceFile, exportSourceFiles } from '@atrium/contract/service-api/export-files';
import { importBody, importConfiguration } from '@atrium/contract/service-api/import';
import { filesToBody } from '@atrium/contract/service-api/item-files';
import { diffVersions } from '@atrium/contract/service-api/version-changes';
import { getVersion, listVersions, restoreVersion } from '@atrium/contract/service-api/versions';
import { ConflictError } from '@atrium/host/errors';
import { notModified } from '@atrium/host/http/answers';
import { isKnown, readIfMatch, tag } from '@atrium/host/http/entity-tags';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../host/route.ts';
import type { Caller } from '../host/service-token.ts';
import type { Scope, StoredFile, VersionRecord } from './configuration.repository.ts';
import type { ConfigurationService } from './configuration.service.ts';

export function configurationRoutes(
  app: FastifyInstance,
  serviceId: string,
  configuration: ConfigurationService,
) {
  const scopeOf = ({ domainId }: Caller): Scope => ({ domainId, serviceId });

  route(app, exportMetadata, async ({ caller, query, request, reply }) => {
    const version = await configuration.getVersionNumber(scopeOf(caller), query.version);
    if (isKnown(request, reply, version)) return notModified;
    const { files } = await configuration.listFiles(scopeOf(caller), version);
    return { version, folders: toFolders(files), defaultActions: {} };
  });

  route(app, exportSourceFile, async ({ caller, body: { folder, name, version } }) => {
    const file = await configuration.getFile(scopeOf(caller), { folderPath: folder, name }, version);
    return { content: file.content, checksum: file.checksum };
  });

  route(app, exportSourceFiles, async ({ caller, body: { files, version } }) => {
    const places = files.map(({ folder, name }) => ({ folderPath: folder, name }));
    const found = await configuration.listContents(scopeOf(caller), places, version);
    return {
      version: found.version,
      files: found.files.map(({ folderPath, ...file }) => ({ ...file, folder: folderPath })),
    };
  });

  route(app, exportBody, async ({ caller, query, request, reply }) => {
    const version = await configuration.getVersionNumber(scopeOf(caller), query.version);
    if (isKnown(request, reply, version)) return notModified;
    const { files } = await configuration.listContents(scopeOf(caller), undefined, version);
    return { version, body: filesToBody(files) };
  });

  route(app, importConfiguration, async ({ caller, body, request, reply }) => {
    checkIfMatch(request, body.baseVersion);
    return answered(reply, await configuration.importFiles(scopeOf(caller), caller, body));
  });

  route(app, importBody, async ({ caller, body, request, reply }) => {
    checkIfMatch(request, body.baseVersion);
    return answered(reply, await configuration.importBody(scopeOf(caller), caller, body));
  });

  route(app, listVersions, async ({ caller, query: { page, size } }) => {
    const { content, totalElements } = await configuration.listVersions(scopeOf(caller), page, size);
    return toPagedResult(content.map(toWire), totalElements, { page, size });
  });

  route(app, getVersion, async ({ caller, params }) =>
    toWire(await configuration.getVersion(scopeOf(caller), params.version)),
  );

  route(app, diffVersions, async ({ caller, params: { from, to } }) => ({
    from,
    to,
    files: await configuration.diffVersions(scopeOf(caller), from, to),
  }));

  route(app, restoreVersion, async ({ caller, params, body, request, reply }) => {
    checkIfMatch(request, body.baseVersion);
    const version = await configuration.restoreVersion(scopeOf(caller), caller, { ...body, ...params });
    return answered(reply, version);
  });
}

function toFolders(files: readonly StoredFile[]): ExportedFolder[] {
  const folders = new Map<string, ExportedFolder>();
  for (const file of files) {
    const { name, folderPath, checksum, commitSha, lastModified } = file;
    const folder = folders.get(folderPath) ?? { name: folderPath, files: [] };
    folders.set(folderPath, folder);
    folder.files.push({
      name,
      folderPath,
      filePath: filePathOf(file),
      checksum,
      commitSha,
      lastModified: lastModified.toISOString(),
      breadcrumb: folderPath.split('/'),
    });
  }
  return [...folders.values()];
}

function toWire({ createdOn, ...version }: VersionRecord) {
  return { ...version, createdOn: createdOn.toISOString() };
}

function answered(reply: FastifyReply, version: number): { version: number } {
  tag(reply, version);
  return { version };
}

/** `If-Match` means the same as `baseVersion`; a different one is refused like a changed version. */
function checkIfMatch(request: FastifyRequest, baseVersion: number): void {
  const wanted = readIfMatch(request);
  if (wanted === undefined || wanted.includes(baseVersion)) return;
  throw new ConflictError(
    `The change was made on version ${baseVersion}, but ${request.headers['if-match']} was asked for.`,
  );
}
