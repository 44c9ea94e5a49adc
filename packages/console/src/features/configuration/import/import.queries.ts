import { searchLog } from '@atrium/contract/audit/log';
import { findTwo, listBackupItems, listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import type { GitRequest } from '@atrium/contract/configuration/git-request';
import { checkBodies, importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { BACKUP_PAGE_SIZE } from '@atrium/contract/configuration/limits';
import { listProgress } from '@atrium/contract/configuration/progress';
import { getPull } from '@atrium/contract/configuration/pull';
import { previewPush, push } from '@atrium/contract/configuration/push';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';

export const configuredServicesQuery = () => endpointQuery(listConfiguredServices, {});

/** Pulls, pushes and imports that run or ran; asked again while one of them runs. */
export function operationsQuery() {
  return queryOptions({
    ...endpointQuery(listProgress, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.operations.some((operation) => operation.state === 'RUNNING') ? 1_000 : false,
  });
}

export function backupsQuery(page: number, serviceId: string | undefined) {
  return queryOptions({
    ...endpointQuery(listBackups, {
      body: { page, size: BACKUP_PAGE_SIZE, ...(serviceId && { serviceId }) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}

export const backupsKey = () => endpointKey(listBackups);

export const backupItemsQuery = (id: string) => endpointQuery(listBackupItems, { params: { id } });

export const twoQuery = (body: EndpointRequest<typeof findTwo>['body']) => endpointQuery(findTwo, { body });

export const LOG_REFRESH_MS = 10_000;

export function logQuery(startAt: string) {
  return queryOptions({
    ...endpointQuery(searchLog, { body: { startAt, action: 'configuration' } }),
    staleTime: 0,
    // Counted from the last answer, so that it never asks while it is loading.
    refetchInterval: LOG_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** A pull made earlier, with both sides as bodies, to go on importing. */
export function readPullResults(uuid: string) {
  return call(getPull, { params: { uuid }, query: { results: 'true' } });
}

export function readLocal(serviceName: string) {
  return call(readLocalBodies, { body: { serviceName } });
}

/** What of the bodies cannot be parsed. */
export function checkSyntax(body: EndpointRequest<typeof checkBodies>['body']) {
  return call(checkBodies, { body });
}

export function submitBodies(body: EndpointRequest<typeof importBodies>['body'], idempotencyKey: string) {
  return call(importBodies, { body }, { idempotencyKey });
}

export function loadPushPreview(body: GitRequest, signal: AbortSignal) {
  return call(previewPush, { body }, { signal });
}

export function pushConfiguration(body: EndpointRequest<typeof push>['body'], idempotencyKey: string) {
  return call(push, { body }, { idempotencyKey });
}

export function restore(
  id: string,
  body: EndpointRequest<typeof restoreBackup>['body'],
  /** Refused with 409 when another version is live. */
  { onlyIfLive }: { onlyIfLive?: number } = {},
) {
  return call(
    restoreBackup,
    { params: { id }, body },
    {
      idempotencyKey: crypto.randomUUID(),
      ...(onlyIfLive !== undefined && { headers: { 'if-match': `"${onlyIfLive}"` } }),
    },
  );
}
