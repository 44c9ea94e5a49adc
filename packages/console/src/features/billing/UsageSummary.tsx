import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AmountTiles } from './AmountTiles.tsx';
import { usageQuery } from './billing.queries.ts';
import { FreeTierFigure } from './usage/FreeTierFigure.tsx';

const tileSkeleton = <Skeleton lines={2} className="h-[3.3rem] w-36" />;

/** Grand total and remaining free tier, for the dashboard. */
export function UsageSummary() {
  const usage = useQuery(usageQuery());
  return (
    <Card title="Usage" actions={<AppLink href={paths.usage()}>View details</AppLink>}>
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <QueryPanel query={usage} skeleton={tileSkeleton}>
          {({ grandTotalCents }) => (
            <AmountTiles amounts={[{ label: 'Grand total', value: formatCents(grandTotalCents) }]} />
          )}
        </QueryPanel>
        <FreeTierFigure />
      </div>
    </Card>
  );
}
