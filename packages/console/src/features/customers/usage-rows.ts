import type { Usage } from '@atrium/contract/billing/usage';
import { formatUnits } from '@atrium/contract/format-scale';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';

/** What was used of one metric and target. */
export interface UsageRow {
  key: string;
  service: string;
  metric: string;
  target: string;
  quantities: string;
  cents: number;
}

export function rowsOf({ services }: Usage): UsageRow[] {
  return services.flatMap(({ service, metrics }) =>
    metrics.map(({ metric, cents, usage }) => ({
      key: `${service.id} ${metric.name} ${metric.target}`,
      service: service.name,
      metric: metric.name,
      target: metric.target === ANY_TARGET ? '' : metric.target,
      quantities: usage.map(({ type, usage: quantity }) => formatUnits(type, quantity)).join(', '),
      cents,
    })),
  );
}
