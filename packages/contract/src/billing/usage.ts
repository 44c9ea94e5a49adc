import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Measure } from '../pricing/measure.ts';
import { Price } from '../pricing/price-list.ts';

/** One line: a quantity of one measure at one price. `cents` is rounded half up, once, here. */
export const UsageLine = z.object({
  type: Measure,
  /** Calls, milliseconds or bytes. Rated exactly; past 2^53 what is shown is rounded. */
  usage: z.number().min(0),
  cents: z.int(),
  /** Null when no price rule applied. */
  pricing: Price.nullable(),
});
export type UsageLine = z.infer<typeof UsageLine>;

export const MetricUsage = z.object({
  metric: z.object({ name: z.string(), target: z.string() }),
  /** Sum of its lines. */
  cents: z.int(),
  usage: z.array(UsageLine),
});

export const ServiceUsage = z.object({
  service: z.object({ id: z.string(), name: z.string() }),
  totalCents: z.int(),
  metrics: z.array(MetricUsage),
});
export type ServiceUsage = z.infer<typeof ServiceUsage>;

/** Usage of a month: sums are sums of rounded lines. */
export const Usage = z.object({ grandTotalCents: z.int(), services: z.array(ServiceUsage) });
export type Usage = z.infer<typeof Usage>;

export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/console/v1/billing/invoice',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'billing',
  summary: 'Get the usage of the current, unbilled month (UTC)',
  response: Usage,
});

export const getVirtualCash = defineEndpoint({
  method: 'GET',
  path: '/console/v1/virtual/cash',
  access: 'AUTHENTICATED',
  permission: 'none',
  tag: 'billing',
  summary: 'Get the remaining free tier in cents',
  response: z.int(),
});
