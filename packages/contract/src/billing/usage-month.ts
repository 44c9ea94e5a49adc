import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { PageRequest, pagedResult } from '../paging.ts';
import { Usage } from './usage.ts';

const tag = 'billing';

/** `2026-11`, UTC. */
export const UsageMonth = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a month, such as 2026-11.');

/** A single service; all services if omitted. */
const serviceId = z.string().min(1).max(200).optional();

export const getMonthUsage = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/month',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag,
  summary: 'Get the usage of a month (UTC), with the functions of each metric that cost most',
  query: z.object({ month: UsageMonth, serviceId }),
  response: Usage,
});

/** Grouping of the plot of a month. */
export const UsagePart = z.enum(['service', 'function', 'user', 'measure']);
export type UsagePart = z.infer<typeof UsagePart>;

/** Cents by day. The days of all parts add up to the grand total. */
const DayCents = z.array(z.int().min(0)).max(31);

/** Bounds of days, not rounded. */
const DayBounds = z.array(z.number().min(0)).max(31);

/** Parts of a plot that have a name; all others are one. */
export const MAX_NAMED_PARTS = 6;

export const UsageSeries = z.object({
  /** Undefined for all that are not named. */
  name: z.string().optional(),
  cents: DayCents,
});
export type UsageSeries = z.infer<typeof UsageSeries>;

export const UsageDays = z.object({
  /** The first month with any usage: that and all later ones can be chosen. */
  firstMonth: UsageMonth,
  /** The running day of the month, from 1 on; null in months that have ended. */
  today: z.int().min(1).max(31).nullable(),
  grandTotalCents: z.int(),
  /** Days from the 1st until today or the end of the month. The most expensive series are first. */
  parts: z.array(UsageSeries).max(MAX_NAMED_PARTS + 1),
  /** The month before. */
  before: z.object({
    cents: DayCents,
    grandTotalCents: z.int(),
    /** Cost of its first days, as many as this month has had. */
    sameDaysCents: z.int(),
  }),
  /** Null in months that have ended, and without a full day to tell from. */
  forecast: z
    .object({
      grandTotalCents: z.int(),
      /** Cost of the rest of today and of each later day. */
      cents: DayCents,
      /** The cheapest and the most expensive same weekday of the last four weeks, for each of these days. */
      least: DayBounds,
      most: DayBounds,
    })
    .nullable(),
  /** Null for past months, for callers who don't pay, and if none was granted. */
  freeTier: z
    .object({
      /** After what this month has cost so far. */
      leftCents: z.int(),
      /** The day on which it runs out, if usage goes on as forecast; null if not within a year. */
      endsOn: z.iso.date().nullable(),
    })
    .nullable(),
});
export type UsageDays = z.infer<typeof UsageDays>;

export const getUsageDays = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/days',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isTogether: true,
  isSlow: true,
  tag,
  summary: 'Get what each day of a month cost, with the month before and a forecast',
  query: z.object({ month: UsageMonth, by: UsagePart.default('service'), serviceId }),
  response: UsageDays,
});

export const USED_FUNCTIONS_SIZE = 50;

/** Usage of a function or collection in a month, over all metrics. */
export const UsedFunction = z.object({
  service: z.object({ id: z.string(), name: z.string() }),
  target: z.string(),
  isCollection: z.boolean(),
  calls: z.number(),
  milliseconds: z.number(),
  bytes: z.number(),
  /** Share of the bill. The shares of all functions add up to the grand total. */
  cents: z.int(),
  /** Fraction of the cost of all functions, from 0 to 1. */
  share: z.number(),
  /** In the month before, on as many days as the month has had. */
  beforeCents: z.int(),
});
export type UsedFunction = z.infer<typeof UsedFunction>;

export const listUsedFunctions = defineEndpoint({
  method: 'POST',
  path: '/console/v1/usage/functions',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag,
  summary: 'List a page of the functions and collections used in a month, most expensive first',
  body: PageRequest.extend({
    month: UsageMonth,
    serviceId,
    /** Part of the name. */
    search: z.string().trim().max(200).default(''),
  }),
  response: pagedResult(UsedFunction),
});

export const exportUsage = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/export',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag,
  summary:
    'Export the usage of a month as CSV: a line for each metric of each function; together, they are the bill',
  query: z.object({ month: UsageMonth }),
  response: z.unknown(),
  produces: 'text/csv',
  callsPerMinute: 10,
});
