import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { FunctionName } from '../service-api/functions/invocations.ts';
import { VersionNumber } from '../service-api/versions/export.ts';

/** Days whose usage counts, including today. */
export const COMPARED_DAYS = 31;

/** Calls of a function while a version of the configuration was live. */
export const VersionUse = z.object({
  calls: z.number().min(0),
  milliseconds: z.number().min(0),
  /** At the prices of today, not rounded, before any free tier: for the screen. Null if nothing that it used has a price. */
  cents: z.number().min(0).nullable(),
});
export type VersionUse = z.infer<typeof VersionUse>;

export const FunctionVersionCost = z.object({
  function: FunctionName,
  /** Null without calls. */
  before: VersionUse.nullable(),
  after: VersionUse.nullable(),
});
export type FunctionVersionCost = z.infer<typeof FunctionVersionCost>;

/** Compares equal prices, so that a difference is one of the configuration. Excludes test runs. */
export const compareVersionCosts = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/version-costs',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag: 'billing',
  summary: 'Compare what calls of each function cost with two versions of a configuration',
  query: z.object({
    serviceId: z.string().min(1).max(200),
    from: z.coerce.number().pipe(VersionNumber),
    to: z.coerce.number().pipe(VersionNumber),
  }),
  response: z.object({
    /** Whether only the caller's own usage is counted. */
    isOwnOnly: z.boolean(),
    functions: z.array(FunctionVersionCost),
  }),
  callsPerMinute: 60,
});
