import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { Measure } from '../../pricing/measure.ts';
import { VersionNumber } from '../versions/export.ts';
import { MAX_TARGET_LENGTH } from './usage-target.ts';

/** Maximum number of versions per event. Usage of further versions counts without a version number. */
export const MAX_EVENT_VERSIONS = 20;

/** Part of an event's quantity that used one version of the service's configuration. */
export const VersionQuantity = z.object({ version: VersionNumber, quantity: z.int().min(0) });
export type VersionQuantity = z.infer<typeof VersionQuantity>;

/** An amount that was used: what one service counted for one user since its last event of the kind. */
export const UsageEvent = z
  .object({
    /** Globally unique; an event with the same id and the same `at` counts once, regardless of its batch. */
    id: z.string().min(1).max(100),
    domainId: z.string().min(1),
    userId: z.uuid(),
    serviceId: z.string().min(1),
    /** Metered operation: `invoke`, `query` … */
    metric: z.string().min(1).max(100),
    /** For what: the function or collection (`targetOf` its name), or `test` for calls of test runs. */
    target: z.string().min(1).max(MAX_TARGET_LENGTH),
    type: Measure,
    quantity: z.int().min(0),
    /** Time of use; decides the month. All of an event is within one UTC hour. */
    at: z.iso.datetime(),
    /** Quantities by live version of the configuration. The remainder has no known version. */
    versions: z.array(VersionQuantity).max(MAX_EVENT_VERSIONS).optional(),
  })
  .refine(
    ({ quantity, versions = [] }) => versions.reduce((sum, each) => sum + each.quantity, 0) <= quantity,
    { path: ['versions'], message: 'Versions cannot have more than the whole quantity.' },
  );
export type UsageEvent = z.infer<typeof UsageEvent>;

export const MAX_BATCH_EVENTS = 5000;

export const UsageBatch = z.object({
  batchId: z.string().min(1).max(100),
  events: z.array(UsageEvent).min(1).max(MAX_BATCH_EVENTS),
});
export type UsageBatch = z.infer<typeof UsageBatch>;

/** Answers 204 also for a batch that was taken before. An event of another service is refused with 422. */
export const sendUsageBatch = defineEndpoint({
  method: 'POST',
  path: '/console/v1/usage/batch',
  access: 'SERVICE',
  tag: 'usage',
  summary: 'Report a batch of usage; counted once',
  body: UsageBatch,
  errors: ['unprocessable'],
  maxBodyBytes: 4 * 1024 * 1024,
});
