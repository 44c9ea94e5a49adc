import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const params = z.object({ serviceId: z.string().min(1).max(200) });

/** Requirements of a domain for changes to the configuration of a service. */
export const Protection = z.object({
  /** Only contents with which a run of all tests has passed become live. */
  needsPassedRun: z.boolean(),
  /** Whether the service can test files that are not live; without that, a passed run cannot be required. */
  canTestCandidates: z.boolean(),
});
export type Protection = z.infer<typeof Protection>;

/** Error details of a change that requires a passed run but has none for its contents, which can be tested first. */
export const Uncovered = z.object({ needsPassedRun: z.literal(true) });

export const getProtection = defineEndpoint({
  method: 'GET',
  path: '/console/v1/configuration/{serviceId}/protection',
  access: 'AUTHENTICATED',
  permission: 'configuration.read',
  tag: 'configuration',
  summary: 'Get what is demanded before the configuration of a service is changed',
  params,
  response: Protection,
  errors: ['notFound'],
});

export const updateProtection = defineEndpoint({
  method: 'PUT',
  path: '/console/v1/configuration/{serviceId}/protection',
  access: 'AUTHENTICATED',
  permission: 'configuration.protect',
  tag: 'configuration',
  summary: 'Demand passed tests before the configuration of a service is changed, or no longer',
  params,
  body: Protection.pick({ needsPassedRun: true }),
  response: Protection,
  errors: ['notFound', 'unprocessable'],
});
