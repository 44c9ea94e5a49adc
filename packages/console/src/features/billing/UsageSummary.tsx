import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { usageQuery, virtualCashQuery } from './billing.queries.ts';
import { describeFreeTier } from './usage/free-tier-text.ts';
import { runningMonth } from './usage/months.ts';
import { usageDaysQuery } from './usage/usage.queries.ts';

/** Grand total and remaining free tier, for the dashboard. */
export function UsageSummary() {
  const [month] = useState(runningMonth);
  const usage = useQuery(usageQuery());
  const virtualCash = useQuery(virtualCashQuery());
  const days = useQuery(usageDaysQuery(month, 'service'));
  return (
    <Card title="Usage" actions={<AppLink href={paths.usage()}>View details</AppLink>}>
      <QueryPanel query={usage} skeleton={<Skeleton lines={1} />}>
        {({ grandTotalCents }) => <Row name="Grand total">{formatCents(grandTotalCents)}</Row>}
      </QueryPanel>
      <QueryPanel query={virtualCash} skeleton={<Skeleton lines={1} />}>
        {(cents) => <Row name="Remaining free tier">{formatCents(cents)}</Row>}
      </QueryPanel>
      {virtualCash.data !== undefined && (
        <p className="text-xs text-ink-soft empty:hidden">{describeFreeTier(days.data?.freeTier)}</p>
      )}
    </Card>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl className="flex items-baseline justify-between gap-3">
      <dt className="text-sm text-ink-soft">{name}</dt>
      <dd className="tabular font-semibold">{children}</dd>
    </dl>
  );
}
