import { readBaseFile } from '@atrium/contract/configuration/bases';
import { type FileRef, toRemoteFileBody, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { forever } from './pull.queries.ts';
import { readAfterNewVersion } from './read-after-new-version.ts';

/** A file as it was when it was last exchanged; the checksum that is listed makes another base another query. */
export function baseFileQuery(uuid: string, file: FileRef, listed: string | undefined) {
  const input = { body: toRemoteFileBody(uuid, file) };
  return queryOptions({
    queryKey: [...endpointKey(readBaseFile, input), listed],
    queryFn: async ({ client, signal }) => {
      const base = await call(readBaseFile, input, { signal });
      if (listed !== undefined && base.checksum !== listed) refuseOther(client, file);
      return base;
    },
    ...forever,
  });
}

/** A file of the pull, and its base: a submit and its undo make another one of it. */
export function remoteFileQuery(uuid: string, file: FileRef, listedBase: string | undefined) {
  const input = { body: toRemoteFileBody(uuid, file) };
  return queryOptions({
    queryKey: [...endpointKey(readRemoteFile, input), listedBase],
    queryFn: async ({ client, signal }) => {
      const remote = await call(readRemoteFile, input, { signal });
      if (listedBase !== undefined && remote.base && remote.base.checksum !== listedBase)
        refuseOther(client, file);
      return remote;
    },
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
      if (source.checksum !== checksum) refuseOther(client, file);
      return source;
    },
    ...forever,
  });
}

/** Kept under the checksum of another content, it would be merged and submitted as if that were the one compared. */
function refuseOther(client: QueryClient, { serviceId }: FileRef): never {
  void readAfterNewVersion(client, [serviceId]);
  throw new Error('The file has changed since it was compared. Try again.');
}
