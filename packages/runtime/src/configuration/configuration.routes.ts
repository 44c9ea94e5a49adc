import { toPagedResult } from '@atrium/contract/paging';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import {
  type ExportedFolder,
  exportBody,
  exportMetadata,
  exportSourceFile,
  exportSourceFiles,
} from '@atrium/contract/service-api/export';
import { importBody, importConfiguration } from '@atrium/contract/service-api/import';
import { filesToBody } from '@atrium/contract/service-api/item-files';
import {
  diffVersions,
  getVersion,
  listVersions,
  restoreVersion,
} from '@atrium/contract/service-api/versions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BadRequestError, ConflictError } from '../host/errors.ts';
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

  route(app, exportMetadata, async ({ query, request, reply }, caller) => {
    const version = await configuration.getVersionNumber(scopeOf(caller), query.version);
    if (isKnown(request, reply, version)) return undefined as never;
    const { files } = await configuration.listFiles(scopeOf(caller), version);
    return { version, folders: toFolders(files), defaultActions: {} };
  });

  route(app, exportSourceFile, async ({ body: { folder, name, version } }, caller) => {
    const file = await configuration.getFile(scopeOf(caller), { folderPath: folder, name }, version);
    return { content: file.content, checksum: file.checksum };
  });

  route(app, exportSourceFiles, async ({ body: { files, version } }, caller) => {
    const places = files.map(({ folder, name }) => ({ folderPath: folder, name }));
    const found = await configuration.listContents(scopeOf(caller), places, version);
    return {
      version: found.version,
      files: found.files.map(({ folderPath, ...file }) => ({ ...file, folder: folderPath })),
    };
  });

  route(app, exportBody, async ({ query, request, reply }, caller) => {
    const version = await configuration.getVersionNumber(scopeOf(caller), query.version);
    if (isKnown(request, reply, version)) return undefined as never;
    const { files } = await configuration.listContents(scopeOf(caller), undefined, version);
    return { version, body: filesToBody(files) };
  });

  route(app, importConfiguration, async ({ body, request, reply }, caller) => {
    checkIfMatch(request, body.baseVersion);
    return answered(reply, await configuration.importFiles(scopeOf(caller), caller, body));
  });

  route(app, importBody, async ({ body, request, reply }, caller) => {
    checkIfMatch(request, body.baseVersion);
    return answered(reply, await configuration.importBody(scopeOf(caller), caller, body));
  });

  route(app, listVersions, async ({ query: { page, size } }, caller) => {
    const { content, totalElements } = await configuration.listVersions(scopeOf(caller), page, size);
    return toPagedResult(content.map(toWire), totalElements, { page, size });
  });

  route(app, getVersion, async ({ params }, caller) =>
    toWire(await configuration.getVersion(scopeOf(caller), params.version)),
  );

  route(app, diffVersions, async ({ params: { from, to } }, caller) => ({
    from,
    to,
    files: await configuration.diffVersions(scopeOf(caller), from, to),
  }));

  route(app, restoreVersion, async ({ params, body, request, reply }, caller) => {
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

function etagOf(version: number): string {
  return `"${version}"`;
}

function answered(reply: FastifyReply, version: number): { version: number } {
  reply.header('etag', etagOf(version));
  return { version };
}

/** Answers 304 when the caller has this version already. */
function isKnown(request: FastifyRequest, reply: FastifyReply, version: number): boolean {
  reply.header('etag', etagOf(version)).header('cache-control', 'no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined || !listed(known).includes(etagOf(version))) return false;
  void reply.code(304).send();
  return true;
}

/** `If-Match` says the same as `baseVersion`; one that says something else is refused like a moved version. */
function checkIfMatch(request: FastifyRequest, baseVersion: number): void {
  const wanted = request.headers['if-match'];
  if (wanted === undefined || wanted === '*') return;
  const tags = listed(wanted);
  if (!tags.every((tag) => /^"\d+"$/.test(tag))) throw new BadRequestError('If-Match is not a version.');
  if (!tags.includes(etagOf(baseVersion))) {
    throw new ConflictError(`The change was made on version ${baseVersion}, but ${wanted} was asked for.`);
  }
}

function listed(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
