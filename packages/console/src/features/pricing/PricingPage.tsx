import {
  deletePriceRule,
  type PlannedPrice,
  PRICING_PAGE_SIZE,
  type PriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { useState } from 'react';
import { usePages } from '../../layout/use-pages.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { PlannedPrices } from './PlannedPrices.tsx';
import { PriceRuleDialog } from './PriceRuleDialog.tsx';
import { nameOf, plannedFirst } from './planned-price.ts';
import { RowActions } from './RowActions.tsx';

/** Without a rule, a new one is made; with a planned price, that one is changed. */
interface Edited {
  rule?: PriceRule;
  planned?: PlannedPrice | undefined;
}

export function PricingPage() {
  const [edited, setEdited] = useState<Edited | null>(null);
  const { pages, goTo } = usePages(searchPriceRules, PRICING_PAGE_SIZE);
  const first = (pages.data?.pageable.pageNumber ?? 0) * PRICING_PAGE_SIZE + 1;
  const columns: TableColumn<PriceRule>[] = [
    { id: 'number', header: '#', cell: (_, index) => first + index },
    { id: 'service', header: 'Service', isRowHeader: true, cell: ({ service }) => service },
    { id: 'target', header: 'Target', cell: ({ target }) => target },
    { id: 'metric', header: 'Metric', cell: ({ metric }) => metric },
    { id: 'measure', header: 'Measure', cell: ({ measure }) => measure },
    { id: 'cents', header: 'Cents', align: 'end', cell: ({ cents }) => cents },
    { id: 'units', header: 'units', align: 'end', cell: ({ units }) => units.toLocaleString('en-US') },
    {
      id: 'starts',
      header: 'Starts on',
      cell: (rule) => <PlannedPrices rule={rule} onEdit={(planned) => setEdited({ rule, planned })} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (rule) => (
        <RowActions
          id={rule.id}
          name={`pricing of ${nameOf(rule)}`}
          remove={deletePriceRule}
          list={searchPriceRules}
          onEdit={() => setEdited({ rule, planned: plannedFirst(rule) })}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Pricing"
        actions={
          <Button look="primary" onClick={() => setEdited({})}>
            New pricing
          </Button>
        }
      />
      <Card isFlush>
        <QueryPanel query={pages}>
          {({ content, totalElements, totalPages, pageable }) => (
            <>
              <Table caption="Pricing" columns={columns} rows={content} rowKey={({ id }) => id} />
              <div className="px-4">
                <Pagination
                  page={pageable.pageNumber}
                  totalPages={totalPages}
                  onChange={goTo}
                  text={`A total of ${totalElements} price listings. Showing results ${content.length === 0 ? 0 : first} to ${first - 1 + content.length}`}
                />
              </div>
            </>
          )}
        </QueryPanel>
      </Card>
      {edited !== null && <PriceRuleDialog {...edited} onClose={() => setEdited(null)} />}
    </>
  );
}
