import { formatCents } from '@atrium/contract/billing/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AmountTiles } from '../AmountTiles.tsx';
import { virtualCashQuery } from '../billing.queries.ts';
import { describeFreeTier } from './free-tier-text.ts';
import { usageDaysQuery } from './usage.queries.ts';

/** Free tier left before the running month is billed, and how long it lasts. */
export function FreeTierFigure() {
  const [month] = useState(() => new Date().toISOString().slice(0, 7));
  const virtualCash = useQuery(virtualCashQuery());
  const days = useQuery(usageDaysQuery(month, 'service'));
  const hint = describeFreeTier(days.data?.freeTier);
  return (
    <QueryPanel query={virtualCash} skeleton={<Skeleton lines={2} className="h-[3.3rem] w-36" />}>
      {(cents) => (
        <AmountTiles amounts={[{ label: 'Remaining free tier', value: formatCents(cents), hint }]} />
      )}
    </QueryPanel>
  );
}
