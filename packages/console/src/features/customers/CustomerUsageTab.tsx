import { formatCents } from '@atrium/contract/billing/money';
import type { Usage } from '@atrium/contract/billing/usage';
import { getCustomerUsage } from '@atrium/contract/customers/customer';
import { formatUnits } from '@atrium/contract/format-scale';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { ShowTab } from './ShowTab.tsx';

/** Cost of the customer's running month so far. */
export function CustomerUsageTab({ id }: { id: string }) {
  const usage = useQuery(endpointQuery(getCustomerUsage, { params: { id } }));
  return (
    <Card
      title="This month so far"
      isFlush
      actions={
        usage.data && <span className="tabular font-semibold">{formatCents(usage.data.grandTotalCents)}</span>
      }
    >
      <EntityTable
        caption="Usage"
        name="usage"
        pageSize={50}
        query={{ ...usage, data: usage.data && rowsOf(usage.data) }}
        columns={columns}
        rowKey={({ key }) => key}
        empty={{
          hint: 'Nothing was used this month.',
          action: <ShowTab tab="invoices">See the invoices</ShowTab>,
        }}
      />
    </Card>
  );
}

const columns: TableColumn<UsageRow>[] = [
  { id: 'service', header: 'Service', cell: ({ service }) => service, sortBy: ({ service }) => service },
  {
    id: 'target',
    header: 'Metric and target',
    isRowHeader: true,
    className: 'wrap-anywhere',
    cell: ({ metric, target }) => `${metric} ${target}`.trim(),
    sortBy: ({ metric, target }) => `${metric} ${target}`,
  },
  { id: 'quantities', header: 'Used', cell: ({ quantities }) => quantities },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ cents }) => formatCents(cents),
    sortBy: ({ cents }) => cents,
  },
];

/** Usage of one metric and target. */
interface UsageRow {
  key: string;
  service: string;
  metric: string;
  target: string;
  quantities: string;
  cents: number;
}

function rowsOf({ services }: Usage): UsageRow[] {
  return services.flatMap(({ service, metrics }) =>
    metrics.map(({ metric, cents, usage }) => ({
      key: `${service.id} ${metric.name} ${metric.target}`,
      service: service.name,
      metric: metric.name,
      target: metric.target === ANY_TARGET ? '' : metric.target,
      quantities: usage.map(({ type, usage: quantity }) => formatUnits(type, quantity)).join(', '),
      cents,
    })),
  );
}
