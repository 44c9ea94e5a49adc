import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** A service's description of itself; the platform reads it when the service is registered by its address. */
export const ServiceRegistration = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,62}$/),
  name: z.string().min(1),
  /** Heading under which services and their prices are listed. */
  group: z.string().min(1),
  description: z.string(),
  /** Version of this contract that the service speaks. */
  api: z.literal(1),
  hasUi: z.boolean(),
  metrics: z.array(z.object({ metric: z.string(), description: z.string() })),
});
export type ServiceRegistration = z.infer<typeof ServiceRegistration>;

export const getRegistration = defineEndpoint({
  method: 'GET',
  path: '/registration',
  access: 'PUBLIC',
  tag: 'health',
  summary: 'Get the name, group and metrics of the service',
  response: ServiceRegistration,
});
