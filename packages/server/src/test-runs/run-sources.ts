import type { TestSource } from '@atrium/contract/service-api/test-sources';
import { sourcesFor } from './candidate-tests.ts';
import type { ExecutionParts } from './execute-run.ts';
import type { StoredRun } from './test-run.repository.ts';

/** Returns what the tests of each service read instead of what is live; undefined for those that read what is live. */
export async function readRunSources(
  { candidates, services }: Pick<ExecutionParts, 'candidates' | 'services'>,
  { id, domainId, isCandidate }: StoredRun,
): Promise<(serviceId: string) => TestSource[] | undefined> {
  if (!isCandidate) return () => undefined;
  const sources = (await candidates.listSources(domainId, id)) ?? [];
  const registered = await services.listRegistered();
  const shipped = new Set(registered.filter(({ isShipped }) => isShipped).map((service) => service.id));
  const all = sources.map((source) => ({ ...source, isShipped: shipped.has(source.serviceId) }));
  return (serviceId) => {
    const own = all.find((source) => source.serviceId === serviceId);
    return own && sourcesFor(own, all).map(({ isShipped: _, ...source }) => source);
  };
}
