import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/**
 * A service token for a domain itself, with which a service runs what no person calls: schedules, queued runs, events. It
 * allows nothing but calls of functions.
 */
export const issueDomainToken = defineEndpoint({
  method: 'POST',
  path: '/console/v1/services/domain-token',
  access: 'SERVICE',
  tag: 'services',
  summary: 'Get a service token of a domain, for runs that no person has started',
  body: z.object({ domainId: z.string().min(1).max(100) }),
  response: z.object({ token: z.string() }),
  errors: ['notFound'],
});
