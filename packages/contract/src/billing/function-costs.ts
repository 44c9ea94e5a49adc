import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { Measure } from '../pricing/measure.ts';
import { COUNT_DAYS } from '../service-api/functions/invocation-counts.ts';
import { FunctionName } from '../service-api/functions/invocations.ts';

export const FunctionCost = z.object({
  function: FunctionName,
  /** Not rounded, before any free tier: for the screen. Null if nothing that it used has a price. */
  cents: z.number().min(0).nullable(),
});
export type FunctionCost = z.infer<typeof FunctionCost>;

export const FunctionCosts = z.object({
  /** Whether only the caller's own usage is counted. */
  isOwnOnly: z.boolean(),
  /** Functions without any usage in these days are left out. */
  functions: z.array(FunctionCost),
  /** Usage on days without a price, which no cost includes. */
  unpriced: z.array(z.object({ metric: z.string(), measure: Measure })),
});
export type FunctionCosts = z.infer<typeof FunctionCosts>;

/** Costs of the last `days` days in UTC, including today, counted like `countInvocations`. Excludes test runs. */
export const listFunctionCosts = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/function-costs',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag: 'billing',
  summary: 'List what each function of a service has cost in the last days',
  query: z.object({
    serviceId: z.string().min(1).max(200),
    days: z.coerce.number().pipe(z.int().min(1).max(COUNT_DAYS)).default(7),
  }),
  response: FunctionCosts,
});

export const CollectionCosts = FunctionCosts.omit({ functions: true }).extend({
  /** Collections without any usage in these days are left out. */
  collections: z.array(
    z.object({
      collection: z.string(),
      /** Reads and changes of entries, by functions and by programs. */
      calls: z.int().min(0),
      /** Not rounded, before any free tier: for the screen. Null if nothing that it used has a price. */
      cents: z.number().min(0).nullable(),
    }),
  ),
});
export type CollectionCosts = z.infer<typeof CollectionCosts>;

/** Costs of the last `days` days in UTC, including today. Excludes test runs. */
export const listCollectionCosts = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/collection-costs',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag: 'billing',
  summary: 'List how often each collection of a service was used in the last days, and what that has cost',
  query: listFunctionCosts.query,
  response: CollectionCosts,
});
