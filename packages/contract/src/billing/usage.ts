import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Measure } from '../pricing/measure.ts';
import { Price } from '../pricing/price-list.ts';

/** A quantity of one measure at one price. `cents` is rounded half up, once, here. */
export const UsageLine = z.object({
  type: Measure,
  /** Calls, milliseconds or bytes. Rated exactly; the displayed value is rounded beyond 2^53. */
  usage: z.number().min(0),
  cents: z.int(),
  /** Null when no price rule applied. */
  pricing: Price.nullable(),
});
export type UsageLine = z.infer<typeof UsageLine>;

/** Functions of a metric that a bill names; all others are one sum. */
export const MAX_BILLED_FUNCTIONS = 20;

/** Usage of a metric by one function or collection. */
export const FunctionUsage = z.object({
  target: z.string(),
  /** Share of the metric's cents. All shares, including those of `others`, add up to the metric's cents. */
  cents: z.int(),
  calls: z.number().min(0),
  milliseconds: z.number().min(0),
  bytes: z.number().min(0),
});
export type FunctionUsage = z.infer<typeof FunctionUsage>;

export const MetricUsage = z.object({
  /** Target `*` stands for every target without a price of its own; older invoices have one entry for each target. */
  metric: z.object({ name: z.string(), target: z.string() }),
  /** Sum of its lines. */
  cents: z.int(),
  usage: z.array(UsageLine),
  /** On invoices, and where they were asked for: the functions that cost most, and how many others there are. */
  functions: z.array(FunctionUsage).max(MAX_BILLED_FUNCTIONS).optional(),
  others: z.object({ count: z.int().min(1), cents: z.int() }).optional(),
});
export type MetricUsage = z.infer<typeof MetricUsage>;

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
  isForKeys: true,
  isTogether: true,
  tag: 'billing',
  summary: 'Get the usage of the current, unbilled month (UTC)',
  response: Usage,
});

export const getVirtualCash = defineEndpoint({
  method: 'GET',
  path: '/console/v1/virtual/cash',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isTogether: true,
  tag: 'billing',
  summary: 'Get the remaining free tier in cents',
  response: z.int(),
});
