import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** The console shows N/A if there is no address to check; no service returns it for itself. */
export const HealthStatus = z.enum(['UP', 'DOWN', 'DEGRADED', 'N/A']);
export type HealthStatus = z.infer<typeof HealthStatus>;

export const HealthResult = z.object({
  status: HealthStatus,
  /** Released version, `v1.4.0`. */
  tag: z.string().nullable(),
  commit: z.string().nullable(),
  build_date: z.string().nullable(),
  /** Unreachable dependencies of the service, for operators. */
  problems: z.array(z.string()).optional(),
});
export type HealthResult = z.infer<typeof HealthResult>;

/** Answered with 200 in every status, so that the caller gets the cause instead of a bare error. */
export const getServiceHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  access: 'PUBLIC',
  tag: 'health',
  summary: 'Get the state and version of the service',
  response: HealthResult,
});

export const getServiceUiHealth = defineEndpoint({
  method: 'GET',
  path: '/ui/health',
  access: 'PUBLIC',
  tag: 'health',
  summary: "Get the state and version of the service's own pages; 404 if it has none",
  response: HealthResult,
  errors: ['notFound'],
});
