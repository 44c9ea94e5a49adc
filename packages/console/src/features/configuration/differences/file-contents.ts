import type { FileRef } from '@atrium/contract/configuration/file-ref';
import { isNotFound } from '@atrium/contract/not-found';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { DiffFile } from '../decisions/diff-file.ts';
import { baseFileQuery, localFileQuery, remoteFileQuery } from '../files/file.queries.ts';

/** Contents of a compared file; null on the side that does not have it. */
export interface FileContents {
  readonly local: string | null;
  readonly remote: string | null;
  /** The last common version; null if it is unknown. */
  readonly base: string | null;
}

/** Reads the contents of both sides, and the base, when a dialog opens. */
export function useFileContents(uuid: string, serviceId: string, file: DiffFile) {
  const { local, remote } = file;
  const queries = contentQueries(uuid, serviceId, file);
  const localFile = useQuery({ ...queries.local, ...(!local && { queryFn: skipToken }) });
  const remoteFile = useQuery({ ...queries.remote, ...(!remote && { queryFn: skipToken }) });
  // The remote stores the base under its own path; for a file that git moved, the base is at local's path or the last
  // common one.
  const isMovedByGit = file.type === 'MOVED' && remoteFile.data?.base === null;
  const base = useQuery({ ...queries.base, ...(!isMovedByGit && { queryFn: skipToken }) });
  const isLoaded =
    (!isMovedByGit || !base.isPending) && (!local || localFile.data) && (!remote || remoteFile.data);
  const sides: FileContents | undefined = isLoaded
    ? {
        local: localFile.data?.content ?? null,
        remote: remoteFile.data?.content ?? null,
        base: remoteFile.data?.base?.content ?? base.data?.content ?? null,
      }
    : undefined;
  return {
    sides,
    error: localFile.error ?? remoteFile.error,
    /** Without the base, a merge would report every change as a conflict. 404 means that nothing was exchanged. */
    baseError: isNotFound(base.error) ? null : base.error,
    retry: () => {
      if (localFile.error) void localFile.refetch();
      if (remoteFile.error) void remoteFile.refetch();
      if (base.error) void base.refetch();
    },
  };
}

/** Reads both sides at once, and the base. */
export async function readContents(
  client: QueryClient,
  uuid: string,
  serviceId: string,
  file: DiffFile,
): Promise<FileContents> {
  const { local, remote } = file;
  const queries = contentQueries(uuid, serviceId, file);
  const [live, pulled] = await Promise.all([
    local && client.fetchQuery(queries.local),
    remote && client.fetchQuery(queries.remote),
  ]);
  const base = pulled?.base ?? (file.type === 'MOVED' ? await readMovedBase() : null);
  return { local: live?.content ?? null, remote: pulled?.content ?? null, base: base?.content ?? null };

  function readMovedBase() {
    return client.fetchQuery(queries.base).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
  }
}

/** Prefetches both sides for `useFileContents`. */
export function prefetchContents(client: QueryClient, uuid: string, serviceId: string, file: DiffFile): void {
  const queries = contentQueries(uuid, serviceId, file);
  if (file.local) void client.prefetchQuery(queries.local);
  if (file.remote) void client.prefetchQuery(queries.remote);
}

function contentQueries(uuid: string, serviceId: string, file: DiffFile) {
  const { local, remote, origin, base } = file;
  return {
    local: localFileQuery(refOf(serviceId, local ?? file), local?.checksum ?? ''),
    remote: remoteFileQuery(uuid, refOf(serviceId, remote ?? file), base),
    base: baseFileQuery(uuid, refOf(serviceId, origin ?? local ?? file), base),
  };
}

/** Path of a file on the server, without other fields. */
export function refOf(serviceId: string, { folderPath, name }: FilePlace): FileRef {
  return { serviceId, folderPath, name };
}
