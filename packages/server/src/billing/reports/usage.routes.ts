import type { Readable } from 'node:stream';
import { listCollectionCosts, listFunctionCosts } from '@atrium/contract/billing/function-costs';
import { listMetricVersions } from '@atrium/contract/billing/metric-versions';
import { getUsage } from '@atrium/contract/billing/usage';
import { compareUsage, listMetricDays } from '@atrium/contract/billing/usage-comparison';
import {
  exportUsage,
  getMonthUsage,
  getUsageDays,
  listUsedFunctions,
} from '@atrium/contract/billing/usage-month';
import { compareVersionCosts } from '@atrium/contract/billing/version-costs';
import type { FastifyInstance } from 'fastify';
import { writeCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import type { Billing } from '../billing.ts';
import { customerOf } from '../customer.ts';
import type { ExportedUsage } from './used-function.service.ts';

const COLUMNS = [
  { key: 'month', header: 'Month (UTC)' },
  { key: 'service', header: 'Service' },
  { key: 'metric', header: 'Metric' },
  { key: 'target', header: 'Target' },
  { key: 'calls', header: 'Calls' },
  { key: 'milliseconds', header: 'Milliseconds' },
  { key: 'bytes', header: 'Bytes' },
  { key: 'cents', header: 'Cents' },
] satisfies { key: keyof ExportedUsage; header: string }[];

/** CSV of a month. */
function writeUsageCsv(lines: readonly ExportedUsage[]): Readable {
  return writeCsv(lines, COLUMNS);
}

/** Usage reports by month. */
export function usageRoutes(app: FastifyInstance, billing: Billing): void {
  const { usage, usagePlots, usedFunctions, functionCosts, versionCosts, usageComparisons } = billing;
  route(app, getUsage, ({ caller }) => usage.getCurrent(customerOf(caller)));
  route(app, getMonthUsage, ({ caller, query: { month, serviceId } }) =>
    usage.getMonth({ ...customerOf(caller), serviceId }, month),
  );
  route(app, getUsageDays, ({ caller, query: { month, by, serviceId } }) =>
    usagePlots.get({ ...customerOf(caller), serviceId }, month, by),
  );
  route(app, listUsedFunctions, ({ caller, body: { serviceId, ...page } }) =>
    usedFunctions.list({ ...customerOf(caller), serviceId }, page),
  );
  route(app, listFunctionCosts, ({ caller, query: { serviceId, days } }) =>
    functionCosts.list({ ...customerOf(caller), serviceId }, days),
  );
  route(app, listMetricDays, ({ caller, query: { serviceId, ...named } }) =>
    usageComparisons.listDays({ ...customerOf(caller), serviceId }, named),
  );
  route(app, listMetricVersions, ({ caller, query: { serviceId, ...named } }) =>
    usageComparisons.listVersions({ ...customerOf(caller), serviceId }, named),
  );
  route(app, compareVersionCosts, ({ caller, query: { serviceId, ...versions } }) =>
    versionCosts.compare({ ...customerOf(caller), serviceId }, versions),
  );
  route(app, compareUsage, ({ caller, query: { from, to } }) =>
    usageComparisons.get(customerOf(caller), from, to),
  );
  route(app, listCollectionCosts, ({ caller, query: { serviceId, days } }) =>
    functionCosts.listCollections({ ...customerOf(caller), serviceId }, days),
  );
  route(app, exportUsage, async ({ caller, query, reply }) => {
    const lines = await usedFunctions.export(customerOf(caller), query.month);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="usage-${query.month}.csv"`);
    return writeUsageCsv(lines);
  });
}
