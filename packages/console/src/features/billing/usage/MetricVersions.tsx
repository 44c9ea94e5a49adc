import type { MetricUsage } from '@atrium/contract/billing/usage';
import { LIVE_TARGET, TEST_TARGET } from '@atrium/contract/service-api/functions/usage-target';
import { useQuery } from '@tanstack/react-query';
import { formatQuantity } from '../../../lib/format.ts';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { BilledVersion, VersionFacts } from './BilledVersion.tsx';
import { ShareList } from './ShareList.tsx';
import { metricVersionsQuery } from './usage.queries.ts';

interface MetricVersionsProps {
  month: string;
  serviceId: string;
  metric: MetricUsage['metric'];
  /** Cost of the line. */
  cents: number;
  currency: string;
}

/**
 * Shares of a line of a bill by configuration version, loaded when opened. Test runs are excluded: the tested
 * configuration may not be live, and then has no version. Their metric is named like their target, which is `*` while
 * it has no price.
 */
export function MetricVersions(props: MetricVersionsProps) {
  const { name, target } = props.metric;
  if (target === LIVE_TARGET || [name, target].includes(TEST_TARGET)) return null;
  return (
    <Collapsible level={3} title="By version" className="text-sm">
      <VersionList {...props} />
    </Collapsible>
  );
}

function VersionList({ month, serviceId, metric: { name, target }, cents, currency }: MetricVersionsProps) {
  const found = useQuery(metricVersionsQuery({ month, serviceId, metric: name, target }));
  return (
    <QueryPanel query={found} skeleton={<Skeleton lines={3} label="Loading the versions" />}>
      {({ versions, others, unrecorded }) =>
        versions.length === 0 ? (
          <p className="pl-7 text-ink-soft">Not recorded by version.</p>
        ) : (
          <ShareList
            parts={[
              ...versions.map(({ version, ...share }) => ({
                key: String(version),
                name: <BilledVersion serviceId={serviceId} version={version} />,
                share,
                note: <VersionFacts serviceId={serviceId} version={version} />,
              })),
              ...(others
                ? [
                    {
                      key: 'others',
                      name: formatQuantity(others.count, 'other version', 'other versions'),
                      share: others,
                    },
                  ]
                : []),
              ...(unrecorded
                ? [{ key: 'unrecorded', name: 'Not recorded by version', share: unrecorded }]
                : []),
            ]}
            whole="Total"
            difference="These versions do not add up to this line, which was computed at another time."
            cents={cents}
            currency={currency}
          />
        )
      }
    </QueryPanel>
  );
}
