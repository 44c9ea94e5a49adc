import type { Caller } from '../src/http/caller.ts';
import type { TestApp } from './support.ts';

const SERVICE = 'shop';

/** Meters calls of functions of a user on a day, as a service reports them. */
export async function meterFunctions(
  { billing, random }: Pick<TestApp['context'], 'billing' | 'random'>,
  { userId, domainId }: Pick<Caller, 'userId' | 'domainId'>,
  calls: ReadonlyMap<string, number>,
  {
    day = '2026-11-21',
    metric = 'invoke',
    version,
  }: { day?: string; metric?: string; version?: number | undefined } = {},
): Promise<void> {
  const events = [...calls].map(([target, quantity]) => ({
    id: random.id(),
    domainId,
    userId,
    serviceId: SERVICE,
    metric,
    target,
    type: 'COUNTER' as const,
    quantity,
    at: `${day}T09:00:00Z`,
    ...(version !== undefined && quantity > 0 && { versions: [{ version, quantity }] }),
  }));
  await billing.intake.takeBatch({ serviceId: SERVICE, accessKeyId: 'k' }, { batchId: random.id(), events });
}
