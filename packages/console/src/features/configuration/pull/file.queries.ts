import { readBaseFile } from '@atrium/contract/configuration/bases';
import { type FileRef, toRemoteFileBody, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { exportSourceFile } from '@atrium/contract/service-api/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { forever } from './pull.queries.ts';

/** A file as it was when it was last exchanged. */
export function baseFileQuery(uuid: string, file: FileRef) {
  return queryOptions({
    ...endpointQuery(readBaseFile, { body: toRemoteFileBody(uuid, file) }),
    ...forever,
  });
}

/** A file of the pull. */
export function remoteFileQuery(uuid: string, file: FileRef) {
  return queryOptions({
    ...endpointQuery(readRemoteFile, { body: toRemoteFileBody(uuid, file) }),
    ...forever,
  });
}

/** A live file; its checksum makes another version another query. */
export function localFileQuery(file: FileRef, checksum: string) {
  const base = serviceUri(file.serviceId);
  const source = endpointQuery(exportSourceFile, { body: toSourceFileBody(file) }, { base });
  return queryOptions({ ...source, queryKey: [...source.queryKey, checksum], ...forever });
}
