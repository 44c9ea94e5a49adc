import type { Price, PriceGroup } from '@atrium/contract/pricing/price-list';
import { ANY_TARGET } from '@atrium/contract/pricing/price-rule';
import { useQuery } from '@tanstack/react-query';
import { formatUnits } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { priceListQuery } from './pricing.queries.ts';

const columns: TableColumn<Price>[] = [
  { id: 'metric', header: 'Metric', isRowHeader: true, cell: ({ metric }) => metric },
  { id: 'target', header: 'Target', cell: ({ target }) => (target === ANY_TARGET ? 'any' : target) },
  { id: 'cents', header: 'Cents', align: 'end', cell: ({ cents }) => cents },
  {
    id: 'units',
    header: 'For',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ measure, units }) => formatUnits(measure, units),
  },
];

export function PriceListPage() {
  const prices = useQuery(priceListQuery());
  return (
    <>
      <PageHeader title="Prices" description="What is asked today for the use of each service." />
      <QueryPanel query={prices}>
        {(groups) =>
          groups.length === 0 ? (
            <EmptyState />
          ) : (
            groups.map((group) => <Group key={group.group} group={group} />)
          )
        }
      </QueryPanel>
    </>
  );
}

function Group({ group: { group, services } }: { group: PriceGroup }) {
  return (
    <div className="mb-8">
      <h2 className="mb-3 text-lg font-semibold">{group}</h2>
      <div className="grid gap-4 lg:grid-cols-2">
        {services.map(({ name, prices }) => (
          <Card key={name} title={name} level={3} isFlush>
            <Table
              caption={`Prices of ${name}`}
              columns={columns}
              rows={prices}
              rowKey={({ metric, target, measure }) => `${metric} ${target} ${measure}`}
            />
          </Card>
        ))}
      </div>
    </div>
  );
}
