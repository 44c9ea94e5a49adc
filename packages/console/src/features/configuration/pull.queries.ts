import { listBases, readBaseFile } from '@atrium/contract/configuration/bases';
import { listBranches } from '@atrium/contract/configuration/branches';
import { confirmPull } from '@atrium/contract/configuration/confirm';
import { type FileRef, toRemoteFileBody, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { PROGRESS_POLL_MS } from '@atrium/contract/configuration/limits';
import { lookAtFiles } from '@atrium/contract/configuration/look';
import { cancelOperation, listProgress } from '@atrium/contract/configuration/progress';
import { getLastCommits, getPull, pull, readRemoteFile } from '@atrium/contract/configuration/pull';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { exportMetadata, exportSourceFile } from '@atrium/contract/service-api/export';
import { serviceUri } from '@atrium/contract/services/service';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Contents are named by pull or checksum and never change; asking again would only cost time. */
const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: 10 * 60_000 };
const LAST_COMMITS_POLL_MS = 1_000;

export function pullQuery(uuid: string) {
  return queryOptions({
    queryKey: ['pull', uuid],
    queryFn: ({ signal }) => call(getPull, { params: { uuid }, query: {} }, { signal }),
    ...forever,
  });
}

/** Last commits and contents are read in the background after a pull; asked for until both are settled. */
export function lastCommitsQuery(uuid: string) {
  return queryOptions({
    queryKey: ['pull', uuid, 'commits'],
    queryFn: ({ signal }) => call(getLastCommits, { params: { uuid } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'PENDING' || data?.contents === 'PENDING' ? LAST_COMMITS_POLL_MS : false,
    ...forever,
  });
}

/** What the remote did since the last exchange; submitting a service makes it its new base. */
export function basesQuery(uuid: string) {
  return queryOptions({
    queryKey: ['pull', uuid, 'bases'],
    queryFn: ({ signal }) => call(listBases, { params: { uuid } }, { signal }),
    // Without it conflicts of whole files are only not marked.
    retry: false,
    ...forever,
  });
}

/** What the contents of the files tell that differ from a live version. */
export function lookQuery(uuid: string, serviceId: string, version: number | undefined) {
  return queryOptions({
    queryKey: ['pull', uuid, 'look', serviceId, version],
    queryFn:
      version === undefined
        ? skipToken
        : ({ signal }) => call(lookAtFiles, { body: { uuid, serviceId, version } }, { signal }),
    // Without it the comparison is only coarser.
    retry: false,
    ...forever,
  });
}

export function baseFileQuery(uuid: string, file: FileRef) {
  return queryOptions({
    queryKey: ['pull', uuid, 'base', file],
    queryFn: ({ signal }) => call(readBaseFile, { body: toRemoteFileBody(uuid, file) }, { signal }),
    retry: false,
    ...forever,
  });
}

/** What is another after a submit: the live files, the base, and which version the pull was submitted as. */
export async function readAfterSubmit(client: QueryClient, uuid: string, serviceId: string): Promise<void> {
  const keys = [localMetadataQuery(serviceId), basesQuery(uuid), pullQuery(uuid)].map(
    ({ queryKey }) => queryKey,
  );
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, exact: true })));
}

/** The live files of a service, without contents. */
export function localMetadataQuery(serviceId: string) {
  return queryOptions({
    queryKey: ['local-metadata', serviceId],
    queryFn: ({ signal }) => call(exportMetadata, { query: {} }, { signal, base: serviceUri(serviceId) }),
    retry: false,
    staleTime: 30_000,
  });
}

export function remoteFileQuery(uuid: string, file: FileRef) {
  return queryOptions({
    queryKey: ['pull', uuid, 'file', file],
    queryFn: ({ signal }) => call(readRemoteFile, { body: toRemoteFileBody(uuid, file) }, { signal }),
    ...forever,
  });
}

export function localFileQuery(file: FileRef, checksum: string) {
  return queryOptions({
    queryKey: ['local-file', file, checksum],
    queryFn: ({ signal }) =>
      call(exportSourceFile, { body: toSourceFileBody(file) }, { signal, base: serviceUri(file.serviceId) }),
    ...forever,
  });
}

export function progressQuery(id: string, isRunning: boolean) {
  return queryOptions({
    queryKey: ['progress', id],
    // Of all, because the first question may come before the server knows of this one.
    queryFn: ({ signal }) => call(listProgress, {}, { signal }),
    select: ({ operations }) => operations.find((operation) => operation.id === id),
    enabled: isRunning,
    retry: false,
    refetchInterval: isRunning ? PROGRESS_POLL_MS : false,
  });
}

export function startPull(body: GitRequest, signal: AbortSignal) {
  return call(pull, { body }, { signal });
}

export function cancelPull(id: string) {
  return call(cancelOperation, { params: { id } });
}

export function loadBranches(body: GitRequest) {
  return call(listBranches, { body });
}

export function submitService(body: EndpointRequest<typeof confirmPull>['body'], idempotencyKey: string) {
  return call(confirmPull, { body }, { idempotencyKey });
}
