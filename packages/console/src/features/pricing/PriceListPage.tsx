import { ANY_TARGET, type PriceGroup } from '@atrium/contract/pricing/price-list';
import { formatPrice } from '@atrium/contract/pricing/price-words';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityList } from '../../ui/EntityList.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { PriceNotes } from './PriceNotes.tsx';
import { priceListQuery } from './price-list.queries.ts';
import { isFree, listPriced, type PriceRow, toRows } from './price-rows.ts';

const columns: TableColumn<PriceRow>[] = [
  { id: 'metric', header: 'Metric', isRowHeader: true, cell: ({ metric }) => metric },
  { id: 'target', header: 'Target', cell: ({ target }) => (target === ANY_TARGET ? 'any' : target) },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: ({ prices }) =>
      isFree(prices)
        ? 'free'
        : prices.map((price) => (
            <span key={price.measure} className="block md:whitespace-nowrap">
              {formatPrice(price)}
            </span>
          )),
  },
];

export function PriceListPage() {
  const prices = useQuery({ ...priceListQuery(), select: listPriced });
  return (
    <>
      <PageHeader title="Prices" description={<HowPricesCount />} />
      <EntityList label="prices" query={prices} empty={{ hint: 'Everything is free today.', action: null }}>
        {(groups) => (
          <>
            <div className="grid items-start gap-x-4 lg:grid-cols-2">
              {groups.map((group) => (
                <Group key={group.group} group={group} />
              ))}
            </div>
            <PriceNotes groups={groups} />
          </>
        )}
      </EntityList>
    </>
  );
}

/** Replaces a help topic: most readers are visitors, who don't need to load all topics. */
function HowPricesCount() {
  return (
    <>
      Today’s prices for each service. You pay for what you use: the quantity, divided by the units of its
      price, times the price.{' '}
      <AppLink href={paths.article('usage-and-free-tier')} className="link">
        More about prices and the free tier
      </AppLink>
    </>
  );
}

function Group({ group: { group, services } }: { group: PriceGroup }) {
  return (
    <div className="mb-8">
      <h2 className="mb-3 text-base font-semibold">{group}</h2>
      <div className="grid gap-4">
        {services.map(({ name, prices }) => (
          // The only service of a group often shares its name: show it once.
          <Card key={name} title={name === group ? undefined : name} level={3} isFlush>
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
