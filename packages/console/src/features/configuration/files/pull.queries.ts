import { listBranches } from '@atrium/contract/configuration/branches';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { cancelOperation, listProgress } from '@atrium/contract/configuration/progress';
import { getPull, pull } from '@atrium/contract/configuration/pull';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';

/** Polling interval for the progress of a pull, push or import. */
const PROGRESS_POLL_MS = 500;

/** Contents are keyed by pull or checksum and never change, so don't refetch them. */
export const forever = { staleTime: Number.POSITIVE_INFINITY, gcTime: 10 * 60_000 };

const LAST_COMMITS_POLL_MS = 1_000;

export function pullQuery(uuid: string) {
  return queryOptions({
    ...endpointQuery(getPull, { params: { uuid }, query: {} }),
    ...forever,
  });
}

/** Last commits and contents are read in the background after a pull; polled until both are settled. */
export function lastCommitsQuery(uuid: string) {
  return queryOptions({
    ...endpointQuery(getLastCommits, { params: { uuid } }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'PENDING' || data?.contents === 'PENDING' ? LAST_COMMITS_POLL_MS : false,
    ...forever,
  });
}

export type LastCommits = EndpointResponse<typeof getLastCommits>;

/** The last commit of a file of the pull; undefined until it is known. */
export function lastCommitOf(
  last: LastCommits | undefined,
  serviceId: string,
  filePath: string | undefined,
): LastCommits['commits'][number] | undefined {
  return last?.commits[last.files[serviceId]?.[filePath ?? ''] ?? -1];
}

export function progressQuery(id: string, isRunning: boolean) {
  return queryOptions({
    // Lists all operations, because the first request may precede the start of this one.
    ...endpointQuery(listProgress, {}),
    staleTime: 0,
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
