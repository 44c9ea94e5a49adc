import type { ConnectionState } from '@atrium/contract/connections/git-state';
import type { StoredHook } from '../hooks/hook.repository.ts';
import type { StoredEvent } from '../pushes/event.repository.ts';
import { stateOfAll } from './compare-with-branch.ts';
import { EMPTY_REPOSITORY, type StoredState } from './state.repository.ts';

/** The pull of a push that waits to be reviewed. */
export function toPrepared(event: StoredEvent | undefined): ConnectionState['prepared'] {
  if (event?.pullId == null) return null;
  const { pullId, detail, createdOn } = event;
  return { pullId, detail: detail ?? '', createdOn: createdOn.toISOString() };
}

/** Refused changes, and the request that waits to be merged. */
export function toOutgoing(
  hook: Pick<StoredHook, 'refusals' | 'request'> | undefined,
  names: ReadonlyMap<string, string>,
): Pick<ConnectionState, 'refusals' | 'request'> {
  const { number = null, url = null } = hook?.request ?? {};
  return {
    refusals: (hook?.refusals ?? []).map(({ serviceId, message }) => ({
      serviceName: serviceId === null ? null : (names.get(serviceId) ?? serviceId),
      message,
    })),
    request: number === null || url === null ? null : { number, url },
  };
}

/** State of a connection in responses. */
export function toState(
  connectionId: string,
  stored: StoredState | undefined,
  names: ReadonlyMap<string, string>,
): Omit<ConnectionState, 'prepared' | 'refusals' | 'request'> {
  const services = stored?.services ?? [];
  const isSeen = stored !== undefined && stored.commitSha !== null;
  const state = isSeen ? stateOfAll(services.map((service) => service.state)) : null;
  const isBehind = state === 'BEHIND' || state === 'BOTH';
  return {
    connectionId,
    state,
    branch: stored?.branch ?? null,
    commitSha: stored?.commitSha ?? null,
    lookedOn: stored?.lookedOn?.toISOString() ?? null,
    unknownSince: stored?.unknownSince?.toISOString() ?? null,
    problem: stored?.problem ?? null,
    isEmpty: stored?.problem === EMPTY_REPOSITORY,
    // Commits of other folders are no difference.
    commitCount: isBehind ? (stored?.commitCount ?? null) : 0,
    commits: isBehind ? (stored?.commits ?? []) : [],
    services: services.map((service) => ({
      ...service,
      // States that were stored before these were noted.
      isFolderMissing: service.isFolderMissing ?? false,
      isExchanged: service.isExchanged ?? true,
      serviceName: names.get(service.serviceId) ?? service.serviceId,
    })),
  };
}
