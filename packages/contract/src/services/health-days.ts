import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ServiceId } from './service.ts';

/** Retention of a service's health history. */
export const HEALTH_DAYS = 90;

/** Checks of a day (UTC) by result; the remaining ones succeeded. */
export const HealthDay = z.object({
  day: z.iso.date(),
  checks: z.int(),
  degraded: z.int(),
  down: z.int(),
});
export type HealthDay = z.infer<typeof HealthDay>;

export const listHealthDays = defineEndpoint({
  method: 'GET',
  path: '/console/v1/services/{serviceId}/health-days',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  tag: 'services',
  summary: 'List how a service was on each of the last 90 days, oldest first',
  params: z.object({ serviceId: ServiceId }),
  response: z.object({
    /** Days without a check are left out. */
    days: z.array(HealthDay).max(HEALTH_DAYS),
  }),
  errors: ['notFound'],
});
