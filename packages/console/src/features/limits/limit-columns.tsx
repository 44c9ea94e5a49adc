import { type DomainLimit, NOTICE_SHARE } from '@atrium/contract/limits/limit';
import { limitAmount } from '@atrium/contract/limits/limit-text';
import type { TableColumn } from '../../ui/table-column.ts';
import { UsedOfLimit } from '../../ui/UsedOfLimit.tsx';

/** Limits of a domain in a table; the owner's and the administrator's look the same. */
export const limitColumns: TableColumn<DomainLimit>[] = [
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
export function usedShare(limit: DomainLimit): number {
  return shareOf(limit) ?? 0;
}

/** Null if its use is unknown. */
function shareOf({ used, limit }: DomainLimit): number | null {
  if (used === null) return null;
  return limit === 0 ? 1 : used / limit;
}
