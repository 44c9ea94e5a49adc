import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { VersionNumber } from '../service-api/versions/export.ts';
import { listMetricDays, MetricDay } from './usage-comparison.ts';

/** Versions of a line of a bill that are named; all others are one sum. */
export const MAX_BILLED_VERSIONS = 10;

/** Usage of a part of a bill line. Its cents are its share: the shares of all parts add up to the line's cents. */
export const MetricShare = MetricDay.omit({ day: true });
export type MetricShare = z.infer<typeof MetricShare>;

export const MetricVersion = MetricShare.extend({ version: VersionNumber });
export type MetricVersion = z.infer<typeof MetricVersion>;

/** Usage of a bill line by version of the service's configuration. */
export const MetricVersions = z.object({
  /** The most expensive versions, newest first. */
  versions: z.array(MetricVersion).max(MAX_BILLED_VERSIONS),
  others: MetricShare.extend({ count: z.int().min(1) }).optional(),
  /** Usage reported without a version. */
  unrecorded: MetricShare.optional(),
});
export type MetricVersions = z.infer<typeof MetricVersions>;

export const listMetricVersions = defineEndpoint({
  method: 'GET',
  path: '/console/v1/usage/metric-versions',
  access: 'AUTHENTICATED',
  permission: 'none',
  isForKeys: true,
  isSlow: true,
  tag: 'billing',
  summary:
    'List what each version of the configuration had of a metric in a month, and its share of the cents',
  query: listMetricDays.query,
  response: MetricVersions,
});
