import { rehearsePriceRule } from '@atrium/contract/pricing/price-rehearsal';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { RehearsalResult } from './RehearsalResult.tsx';

type Change = z.input<typeof rehearsePriceRule.body>;

/** Long enough to type the next digit. */
const STILL_MS = 500;

/** What every customer's last invoice would have been with the price of the form, once it can be saved. */
export function PriceImpact({ change }: { change: Change | null }) {
  const typed = JSON.stringify(change);
  const settled = useSettled(typed, STILL_MS);
  const body = JSON.parse(settled) as Change | null;
  const rehearsal = useQuery({
    ...endpointQuery(rehearsePriceRule, { body: body as Change }),
    enabled: body !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (change === null) {
    return (
      <p className="mt-5 border-t border-line pt-4 text-sm text-ink-soft">
        Once all fields are filled in, what the price changes for customers is shown here.
      </p>
    );
  }
  const isOld = typed !== settled || rehearsal.isPlaceholderData;
  return (
    <div aria-busy={isOld || undefined} className="aria-busy:opacity-60">
      <QueryPanel query={rehearsal} skeleton={<Skeleton label="Loading the impact" className="mt-5" />}>
        {(rehearsals) => <RehearsalResult rehearsals={rehearsals} changed="At this price" />}
      </QueryPanel>
    </div>
  );
}
