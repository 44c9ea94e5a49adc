import { searchLog } from '@atrium/contract/audit/log';
import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { checkBodies, importBodies, readLocalBodies } from '@atrium/contract/configuration/import';
import { listProgress } from '@atrium/contract/configuration/progress';
import { getPull } from '@atrium/contract/configuration/pull';
import type { EndpointRequest } from '@atrium/contract/endpoint';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';

export const configuredServicesQuery = () => endpointQuery(listConfiguredServices, {});

/** Recent pulls, pushes, imports, submits and rollbacks; polled while one is running. */
export function operationsQuery() {
  return queryOptions({
    ...endpointQuery(listProgress, {}),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.operations.some((operation) => operation.state === 'RUNNING') ? 1_000 : false,
  });
}

const LOG_REFRESH_MS = 10_000;

/** Whether entries may still arrive: the end is missing, or in the future by the server's clock. */
export const isUnended = (endAt: string | undefined, now: string | undefined) =>
  endAt === undefined || (now !== undefined && Date.parse(now) < Date.parse(endAt));

/** Polled until its end. */
export function logQuery(startAt: string, endAt: string | undefined) {
  return queryOptions({
    ...endpointQuery(searchLog, { body: { startAt, endAt, action: 'configuration' } }),
    staleTime: 0,
    // Counted from the last response, so that polling never overlaps a request.
    refetchInterval: ({ state }) => (isUnended(endAt, state.data?.now) ? LOG_REFRESH_MS : false),
    placeholderData: keepPreviousData,
  });
}

/** An earlier pull, with both sides as bodies, to continue importing. */
export function readPullResults(uuid: string) {
  return call(getPull, { params: { uuid }, query: { results: 'true' } });
}

export function readLocal(serviceName: string) {
  return call(readLocalBodies, { body: { serviceName } });
}

/** The bodies that a person has submitted. */
export type ConfirmedBodies = EndpointRequest<typeof importBodies>['body']['confirmed'];

/** Returns the syntax errors of the bodies. */
export function checkSyntax(body: EndpointRequest<typeof checkBodies>['body']) {
  return call(checkBodies, { body });
}

export function submitBodies(body: EndpointRequest<typeof importBodies>['body'], idempotencyKey: string) {
  return call(importBodies, { body }, { idempotencyKey });
}
