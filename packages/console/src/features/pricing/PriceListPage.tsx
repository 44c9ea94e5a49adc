import { ANY_TARGET, type Price, type PriceGroup } from '@atrium/contract/pricing/price-list';
import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { priceListQuery } from './price-list.queries.ts';

/** What is asked for one metric and target, whatever of it is measured. */
interface PriceRow {
  metric: string;
  target: string;
  prices: Price[];
}

const columns: TableColumn<PriceRow>[] = [
  { id: 'metric', header: 'Metric', isRowHeader: true, cell: ({ metric }) => metric },
  { id: 'target', header: 'Target', cell: ({ target }) => (target === ANY_TARGET ? 'any' : target) },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: ({ prices }) =>
      prices.every(({ cents }) => Number(cents) === 0)
        ? 'free'
        : prices.map((price) => (
            <span key={price.measure} className="block whitespace-nowrap">
              {formatPrice(price)}
            </span>
          )),
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
            <div className="grid items-start gap-x-4 lg:grid-cols-2">
              {groups.map((group) => (
                <Group key={group.group} group={group} />
              ))}
            </div>
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
      <div className="grid gap-4">
        {services.map(({ name, prices }) => (
          <Card key={name} title={name} level={3} isFlush>
            <Table
              caption={`Prices of ${name}`}
              columns={columns}
              rows={toRows(prices)}
              rowKey={({ metric, target }) => `${metric} ${target}`}
            />
          </Card>
        ))}
      </div>
    </div>
  );
}

function toRows(prices: Price[]): PriceRow[] {
  const rows = Map.groupBy(prices, ({ metric, target }) => `${metric} ${target}`);
  return [...rows.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [{ metric: first.metric, target: first.target, prices: group }];
    })
    .sort((a, b) => compare(a.metric, b.metric) || compare(a.target, b.target));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
