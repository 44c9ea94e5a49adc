import { isFree } from '@atrium/contract/billing/is-free';
import { formatMoney } from '@atrium/contract/billing/money';
import type { ServiceUsage } from '@atrium/contract/billing/usage';
import { formatUnits } from '@atrium/contract/format-scale';
import { METRIC_WORDS } from '@atrium/contract/pricing/metric-words';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { formatPrice } from '@atrium/contract/pricing/price-words';
import { SHIPPED_SERVICES } from '@atrium/contract/services/shipped-services';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { MetricDays } from './usage/MetricDays.tsx';
import { MetricFunctions } from './usage/MetricFunctions.tsx';
import { MetricVersions } from './usage/MetricVersions.tsx';

/** Other services may give another meaning to the name of a metric. */
const SHIPPED_IDS: ReadonlySet<string> = new Set(Object.values(SHIPPED_SERVICES).map(({ id }) => id));

interface ServiceUsageCardProps {
  /** Month of the usage: `2026-11`, UTC. */
  month: string;
  usage: ServiceUsage;
  currency?: string;
  /** Includes free metrics. */
  showsAllMetrics?: boolean;
  /** Omitted where free metrics can't be shown. */
  onShowAllMetrics?: () => void;
}

/** Usage of one service and its cost. */
export function ServiceUsageCard({
  month,
  usage,
  currency = 'usd',
  showsAllMetrics = false,
  onShowAllMetrics,
}: ServiceUsageCardProps) {
  const metrics = usage.metrics
    .map((metric) => ({
      ...metric,
      usage: metric.usage.filter((line) => showsAllMetrics || !isFree(line)),
    }))
    .filter((metric) => metric.usage.length > 0);
  return (
    <Card
      title={usage.service.name}
      actions={<span className="tabular font-semibold">{formatMoney(usage.totalCents, currency)}</span>}
    >
      {metrics.length === 0 ? (
        <NoPricedUsage onShowFree={usage.metrics.length > 0 ? onShowAllMetrics : undefined} />
      ) : (
        <ul className="divide-y divide-line">
          {metrics.map(({ metric, usage: lines, cents, ...functions }) => (
            <li key={`${metric.name} ${metric.target}`} className="py-2">
              <p className="flex flex-wrap justify-between gap-x-4 font-medium">
                <span className="min-w-0 wrap-anywhere">
                  {metric.name}
                  {metric.target !== ANY_TARGET && <span className="text-ink-soft"> {metric.target}</span>}
                </span>
                <span className="tabular">{formatMoney(cents, currency)}</span>
              </p>
              {SHIPPED_IDS.has(usage.service.id) && METRIC_WORDS.has(metric.name) && (
                <p className="text-sm text-ink-soft">{METRIC_WORDS.get(metric.name)}</p>
              )}
              <dl className="text-sm text-ink-soft">
                {lines.map(({ type, usage: quantity, cents: lineCents, pricing }) => (
                  <div
                    key={`${type} ${pricing?.cents} ${pricing?.units}`}
                    className="flex flex-wrap justify-between gap-x-4"
                  >
                    <dt>{formatUnits(type, quantity)}</dt>
                    <dd className="tabular">
                      {pricing === null
                        ? 'not billed'
                        : `${formatPrice(pricing)} · ${formatMoney(lineCents, currency)}`}
                    </dd>
                  </div>
                ))}
              </dl>
              <MetricFunctions
                serviceId={usage.service.id}
                usage={{ metric, cents, usage: lines, ...functions }}
                currency={currency}
              />
              <MetricDays
                month={month}
                serviceId={usage.service.id}
                metric={metric}
                cents={cents}
                currency={currency}
              />
              <MetricVersions
                month={month}
                serviceId={usage.service.id}
                metric={metric}
                cents={cents}
                currency={currency}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Replaces the metrics of a service if all used ones are free, or none were used. */
function NoPricedUsage({ onShowFree }: { onShowFree: (() => void) | undefined }) {
  return (
    <EmptyState
      title="No usage"
      hint="This service had no billable usage this month."
      action={onShowFree && <Button onClick={onShowFree}>Show free metrics, too</Button>}
    />
  );
}
