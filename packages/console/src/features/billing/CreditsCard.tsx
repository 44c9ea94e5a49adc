import { listCredits } from '@atrium/contract/billing/credit';
import { formatCents } from '@atrium/contract/billing/money';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { FREE_TIER_BONUS } from '@atrium/contract/pricing/free-tier';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { Help } from '../../layout/Help.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';

type Credit = EndpointResponse<typeof listCredits>[number];

/** Credits that pay invoices before the card does, and their expiry. */
export function CreditsCard() {
  const credits = useQuery(endpointQuery(listCredits, {}));
  return (
    <Card title="Credits" description={<Help topic="credits" />} isFlush>
      <EntityTable
        caption="Credits"
        name="credits"
        pageSize={10}
        query={credits}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'A credit that you are given pays your invoices before your card does.',
          action: null,
        }}
      />
    </Card>
  );
}

const columns: TableColumn<Credit>[] = [
  {
    id: 'reason',
    header: 'Reason',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ reason, isGiven }) => (!isGiven && reason === FREE_TIER_BONUS ? 'Free tier' : reason),
  },
  {
    id: 'expires',
    header: 'Last day',
    className: 'whitespace-nowrap',
    cell: ({ expiresOn }) => (expiresOn === null ? 'Does not expire' : formatUtcDay(expiresOn)),
  },
  { id: 'cents', header: 'Amount', align: 'end', cell: ({ cents }) => formatCents(cents) },
  { id: 'left', header: 'Left', align: 'end', cell: ({ leftCents }) => formatCents(leftCents) },
];
