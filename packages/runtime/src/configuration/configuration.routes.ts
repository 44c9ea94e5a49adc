import { toFilePlace, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { toPagedResult } from '@atrium/contract/paging';
import { exportBody, exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile, exportSourceFiles } from '@atrium/contract/service-api/versions/export-files';
import { getDeletion, listFileVersions } from '@atrium/contract/service-api/versions/file-versions';
import {
  importBody,
  importConfiguration,
  withdrawImport,
} from '@atrium/contract/service-api/versions/import';
import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import {
  deleteOldVersions,
  getVersion,
  listVersions,
  restoreVersion,
} from '@atrium/contract/service-api/versions/versions';
import { ConflictError } from '@atrium/host/errors';
import { isKnown, readIfMatch, tag } from '@atrium/host/http/bodies/entity-tags';
import { notModified, ResponseInPieces } from '@atrium/host/http/bodies/responses';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { route } from '../host/route.ts';
import type { Caller } from '../host/service-token.ts';
import type { Configurations } from './configuration.service.ts';
import type { FileVersions } from './file-version.service.ts';
import type { Scope } from './scope.ts';
import { toWire, writeMetadata, writeWhole } from './version-responses.ts';

export function configurationRoutes(
  app: FastifyInstance,
  serviceId: string,
  { configurations, fileVersions }: { configurations: Configurations; fileVersions: FileVersions },
): void {
  const scopeOf = ({ domainId }: Caller): Scope => ({ domainId, serviceId });

  route(app, exportMetadata, async ({ caller, query, request, reply }) => {
    const version = await configurations.getVersionNumber(scopeOf(caller), query.version);
    if (isKnown(request, reply, version)) return notModified;
    const { files } = await configurations.listFiles(scopeOf(caller), version);
    return new ResponseInPieces(writeMetadata(version, files));
  });

  route(app, exportSourceFile, async ({ caller, body: { version, ...place }, reply }) => {
    const file = await configurations.getFile(scopeOf(caller), toFilePlace(place), version);
    tag(reply, file.checksum);
    return { content: file.content, checksum: file.checksum };
  });

  route(app, exportSourceFiles, async ({ caller, body: { files, version }, reply }) => {
    const found = await configurations.listContents(scopeOf(caller), files.map(toFilePlace), version);
    tag(reply, found.version);
    return {
      version: found.version,
      files: found.files.map((file) => {
        return { ...toSourceFileBody(file), content: file.content, checksum: file.checksum };
      }),
    };
  });

  route(app, exportBody, async ({ caller, query, request, reply }) => {
    const version = await configurations.getVersionNumber(scopeOf(caller), query.version);
    if (isKnown(request, reply, version)) return notModified;
    const { files } = await configurations.listContents(scopeOf(caller), undefined, version);
    return new ResponseInPieces(writeWhole(version, files));
  });

  route(app, importConfiguration, async ({ caller, body, request, reply }) => {
    checkIfMatch(request, body.baseVersion);
    return answered(reply, await configurations.importFiles(scopeOf(caller), caller, body));
  });

  route(app, importBody, async ({ caller, body, request, reply }) => {
    checkIfMatch(request, body.baseVersion);
    return answered(reply, await configurations.importBody(scopeOf(caller), caller, body));
  });

  route(app, withdrawImport, async ({ caller, body }) => ({
    liveVersion: await configurations.withdrawImport(scopeOf(caller), body.attemptId),
  }));

  route(app, listVersions, async ({ caller, query: { page, size } }) => {
    const { content, totalElements } = await configurations.listVersions(scopeOf(caller), page, size);
    return toPagedResult(content.map(toWire), totalElements, { page, size });
  });

  route(app, getVersion, async ({ caller, params }) =>
    toWire(await configurations.getVersion(scopeOf(caller), params.version)),
  );

  route(app, listFileVersions, async ({ caller, body: { version, size, ...place } }) => {
    const found = await fileVersions.list(scopeOf(caller), toFilePlace(place), { version, size });
    return {
      ...found,
      content: found.content.map((each) => ({ ...each, version: toWire(each.version) })),
    };
  });

  route(app, getDeletion, async ({ caller, body }) => {
    const found = await fileVersions.getDeletion(scopeOf(caller), toFilePlace(body));
    return { ...found, version: toWire(found.version) };
  });

  route(app, diffVersions, async ({ caller, params: { from, to } }) => ({
    from,
    to,
    files: await configurations.listChanges(scopeOf(caller), from, to),
  }));

  route(app, deleteOldVersions, ({ caller, body }) =>
    configurations.deleteBefore(scopeOf(caller), body.before),
  );

  route(app, restoreVersion, async ({ caller, params, body, request, reply }) => {
    checkIfMatch(request, body.baseVersion);
    const version = await configurations.restoreVersion(scopeOf(caller), caller, { ...body, ...params });
    return answered(reply, version);
  });
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
