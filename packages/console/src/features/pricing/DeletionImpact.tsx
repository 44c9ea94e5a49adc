import { rehearsePriceDeletion } from '@atrium/contract/pricing/price-rehearsal';
import type { PriceRule } from '@atrium/contract/pricing/price-rule';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { RehearsalResult } from './RehearsalResult.tsx';

/** What every customer's last invoice would have been without the rule. */
export function DeletionImpact({ rule: { id } }: { rule: PriceRule }) {
  const rehearsal = useQuery({ ...endpointQuery(rehearsePriceDeletion, { params: { id } }), staleTime: 0 });
  return (
    <QueryPanel query={rehearsal} skeleton={<Skeleton label="Loading the impact" className="mt-5" />}>
      {(rehearsals) => <RehearsalResult rehearsals={rehearsals} />}
    </QueryPanel>
  );
}
