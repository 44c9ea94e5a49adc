import { ApiError } from '@atrium/contract/api-error';
import { getServiceHealth, type HealthResult } from '@atrium/contract/service-api/health';
import type { Service } from '@atrium/contract/services/service';
import { call } from '../../api/call.ts';

/** A service that has not answered by then counts as down. */
const HEALTH_TIMEOUT_MS = 5000;

/** Health of both parts of a service. */
export interface ServiceHealth {
  be: HealthResult;
  fe: HealthResult;
}

const unknownBuild = { tag: null, commit: null, build_date: null };

/**
 * Sends a GET to one health address. No address is N/A; a failed call, a timeout or an invalid health result is DOWN.
 * A read that was canceled, or refused because its token had expired, is no evidence about the service and is
 * rethrown.
 */
export async function readHealth(
  address: string | null,
  signal?: AbortSignal,
  get: (address: string, signal: AbortSignal) => Promise<unknown> = getHealth,
): Promise<HealthResult> {
  if (address === null || address === '') return { status: 'N/A', ...unknownBuild };
  const timeout = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
  try {
    const answer = await get(address, signal ? AbortSignal.any([signal, timeout]) : timeout);
    return toHealthResult(answer);
  } catch (error) {
    if (signal?.aborted || isRefused(error)) throw error;
    return { status: 'DOWN', ...unknownBuild };
  }
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 401;

const STATUSES: readonly unknown[] = ['UP', 'DOWN', 'DEGRADED', 'N/A'] satisfies HealthResult['status'][];

/** Mirrors the contract's schema without importing the schema library, an eighth of the dashboard's size. */
export function toHealthResult(answer: unknown): HealthResult {
  const { status, tag, commit, build_date, problems } = (answer ?? {}) as Partial<HealthResult>;
  const isText = (value: unknown) => typeof value === 'string';
  const isBuild = [tag, commit, build_date].every((value) => value === null || isText(value));
  const hasProblems = problems === undefined || (Array.isArray(problems) && problems.every(isText));
  if (!STATUSES.includes(status) || !isBuild || !hasProblems)
    throw new TypeError('This is no health result.');
  return { status, tag, commit, build_date, ...(problems && { problems }) } as HealthResult;
}

function getHealth(address: string, signal: AbortSignal): Promise<unknown> {
  const endpoint = { ...getServiceHealth, access: 'AUTHENTICATED' as const, path: address as `/${string}` };
  return call(endpoint, {}, { signal });
}

export async function readServiceHealth(service: Service, signal?: AbortSignal): Promise<ServiceHealth> {
  const [be, fe] = await Promise.all([
    readHealth(service.health.be, signal),
    readHealth(service.health.fe, signal),
  ]);
  return { be, fe };
}

/** Up, but not in all it does. */
export function isDegraded({ be, fe }: ServiceHealth): boolean {
  return be.status === 'DEGRADED' || fe.status === 'DEGRADED';
}

/** Services with a failed part, for the dashboard. */
export function failedParts({ be, fe }: ServiceHealth): string[] {
  return [be.status === 'DOWN' && 'Service error!', fe.status === 'DOWN' && 'UI error!'].filter(
    (text) => text !== false,
  );
}
