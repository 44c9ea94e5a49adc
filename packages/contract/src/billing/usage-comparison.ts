import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { UsageMonth } from './usage-month.ts';

const tag = 'billing';

/** Usage of a bill line on one day. */
export const MetricDay = z.object({
  day: z.iso.date(),
  calls: z.number().min(0),
  milliseconds: z.number().min(0),
  bytes: z.number().min(0),
  /** Share of the line: the shares of all days add up to the line's cents. */
  cents: z.int(),
});
export type MetricDay = z.infer<typeof MetricDay>;

export const listMetricDays = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/metric-days',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag,
  summary: 'List what each day had of a metric in a month, and its share of the cents',
  query: z.object({
    month: UsageMonth,
    serviceId: z.string().min(1).max(200),
    metric: z.string().min(1).max(200),
    /** Target as on the bill: `*`, or one with a price of its own. */
    target: z.string().min(1).max(700),
  }),
  response: z.array(MetricDay).max(31),
});

/** Why one month cost more or less than another. The four parts together are exactly the difference. */
export const UsageComparison = z.object({
  fromCents: z.int(),
  toCents: z.int(),
  /** Functions and collections used only in the later month, with their cost. */
  added: z.object({ count: z.int(), cents: z.int() }),
  /** Functions and collections used only in the earlier month; their cents are negative. */
  gone: z.object({ count: z.int(), cents: z.int() }),
  /** The others: more or less of them, at the prices of the earlier month's last day. */
  volumeCents: z.int(),
  /** The others: what their prices changed. */
  priceCents: z.int(),
});
export type UsageComparison = z.infer<typeof UsageComparison>;

export const compareUsage = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/comparison',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag,
  summary: 'Compare what two months cost: new and unused functions, volume and prices',
  query: z.object({ from: UsageMonth, to: UsageMonth }),
  response: UsageComparison,
  callsPerMinute: 30,
});
