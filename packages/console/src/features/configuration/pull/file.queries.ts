import { readBaseFile } from '@atrium/contract/configuration/bases';
import { type FileRef, toRemoteFileBody, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { exportSourceFile } from '@atrium/contract/service-api/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { readAfterNewVersion } from '../../../api/read-after-new-version.ts';
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
  const input = { body: toSourceFileBody(file) };
  return queryOptions({
    queryKey: [...endpointKey(exportSourceFile, input, base), checksum],
    queryFn: async ({ client, signal }) => {
      const source = await call(exportSourceFile, input, { base, signal });
      if (source.checksum === checksum) return source;
      // Kept under the checksum of another content, it would be merged and submitted as if that were live.
      void readAfterNewVersion(client, [file.serviceId]);
      throw new Error('The file has changed since it was compared. Try again.');
    },
    ...forever,
  });
}
