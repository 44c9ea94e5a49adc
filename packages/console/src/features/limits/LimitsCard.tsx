import { type DomainLimit, NOTICE_SHARE } from '@atrium/contract/limits/limit';
import { limitAmount } from '@atrium/contract/limits/limit-text';
import { useQuery } from '@tanstack/react-query';
import { Help } from '../../layout/Help.tsx';
import { Card } from '../../ui/Card.tsx';
import { Collapsible } from '../../ui/Collapsible.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { UsedOfLimit } from '../../ui/UsedOfLimit.tsx';
import { limitsQuery } from './limit.queries.ts';

/** Share below which limits are folded. */
const SHOWN_SHARE = 0.01;

/** Limits of the domain and their usage, the most used ones first. */
export function LimitsCard() {
  const limits = useQuery(limitsQuery());
  const sorted = limits.data?.toSorted((one, other) => usedShare(other) - usedShare(one));
  const used = sorted?.filter((limit) => usedShare(limit) >= SHOWN_SHARE);
  const unused = sorted?.filter((limit) => usedShare(limit) < SHOWN_SHARE) ?? [];
  const table = {
    columns: limitColumns,
    rowKey: ({ name }: DomainLimit) => name,
    empty: { hint: 'The limits of your domain are listed here.', action: null },
  };
  return (
    <Card title="Limits" description={<Help topic="limits" />} isFlush>
      {(used === undefined || used.length > 0 || unused.length === 0) && (
        <EntityTable
          {...table}
          caption="Limits of your domain"
          name="limits"
          query={{ ...limits, data: used }}
          expectedRows={4}
        />
      )}
      {unused.length > 0 && (
        <Collapsible
          title={`${unused.length} limits used by less than 1%, or not counted`}
          className="px-3 py-2"
        >
          <EntityTable
            {...table}
            caption="Limits used by less than 1%, or not counted"
            name="unused-limits"
            query={{ ...limits, data: unused }}
          />
        </Collapsible>
      )}
    </Card>
  );
}

const limitColumns: TableColumn<DomainLimit>[] = [
  {
    id: 'label',
    header: 'Limit',
    isRowHeader: true,
    cell: ({ label }) => label,
    sortBy: ({ label }) => label,
  },
  {
    id: 'used',
    header: 'Used',
    sortBy: usedShare,
    cell: (limit) => {
      const { label, unit, used } = limit;
      const amount = used === null ? 'Unknown' : limitAmount(used, unit);
      const text = `${amount} of ${limitAmount(limit.limit, unit)}`;
      return <UsedOfLimit label={label} share={shareOf(limit)} text={text} noticeShare={NOTICE_SHARE} />;
    },
  },
  { id: 'remedy', header: 'When it is reached', cell: ({ remedy }) => remedy },
];

/** Used share of a limit; 0 if its use is unknown. */
function usedShare(limit: DomainLimit): number {
  return shareOf(limit) ?? 0;
}

/** Null if its use is unknown. */
function shareOf({ used, limit }: DomainLimit): number | null {
  if (used === null) return null;
  return limit === 0 ? 1 : used / limit;
}
