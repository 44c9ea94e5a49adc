import type { Credit } from '@atrium/contract/billing/credit';
import { formatCents } from '@atrium/contract/billing/money';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { formatDate } from '../../lib/format-date.ts';
import type { TableColumn } from '../../ui/table-column.ts';

export const creditColumns: TableColumn<Credit>[] = [
  { id: 'given', header: 'Given', cell: ({ createdOn }) => formatDate(createdOn) },
  {
    id: 'reason',
    header: 'Reason',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ reason, isGiven, givenBy }) => (
      <>
        {reason}
        <span className="block text-xs font-normal text-ink-soft">
          {isGiven ? `by ${givenBy ?? 'the operator'}` : 'Bonus'}
        </span>
      </>
    ),
  },
  {
    id: 'expires',
    header: 'Last day',
    className: 'whitespace-nowrap',
    cell: ({ expiresOn }) => (expiresOn === null ? 'Does not expire' : formatUtcDay(expiresOn)),
  },
  { id: 'cents', header: 'Amount', align: 'end', cell: ({ cents }) => formatCents(cents) },
  { id: 'used', header: 'Used', align: 'end', cell: ({ usedCents }) => formatCents(usedCents) },
  { id: 'expired', header: 'Expired', align: 'end', cell: ({ expiredCents }) => formatCents(expiredCents) },
  { id: 'left', header: 'Left', align: 'end', cell: ({ leftCents }) => formatCents(leftCents) },
];
