import {
  deletePriceRule,
  PRICING_PAGE_SIZE,
  type PriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { PriceRuleDialog } from './PriceRuleDialog.tsx';
import { priceRulesQuery } from './pricing.queries.ts';
import { RowActions } from './RowActions.tsx';

export function PricingPage() {
  const [page, setPage] = useState(0);
  const [edited, setEdited] = useState<PriceRule | 'new' | null>(null);
  const rules = useQuery({ ...priceRulesQuery(page), placeholderData: keepPreviousData });
  const columns: TableColumn<PriceRule>[] = [
    { id: 'number', header: '#', cell: (_, index) => page * PRICING_PAGE_SIZE + index + 1 },
    { id: 'service', header: 'Service', isRowHeader: true, cell: ({ service }) => service },
    { id: 'target', header: 'Target', cell: ({ target }) => target },
    { id: 'metric', header: 'Metric', cell: ({ metric }) => metric },
    { id: 'measure', header: 'Measure', cell: ({ measure }) => measure },
    { id: 'cents', header: 'Cents', align: 'end', cell: ({ cents }) => cents },
    { id: 'units', header: 'units', align: 'end', cell: ({ units }) => units.toLocaleString('en-US') },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (rule) => (
        <RowActions
          id={rule.id}
          name={`pricing of ${rule.service} ${rule.metric} ${rule.target}`}
          remove={deletePriceRule}
          list={searchPriceRules}
          onEdit={() => setEdited(rule)}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Pricing"
        actions={
          <Button look="primary" onClick={() => setEdited('new')}>
            New pricing
          </Button>
        }
      />
      <Card isFlush>
        <QueryPanel query={rules}>
          {({ content, totalElements, totalPages }) => (
            <>
              <Table caption="Pricing" columns={columns} rows={content} rowKey={({ id }) => id} />
              <div className="px-4">
                <Pagination
                  page={page}
                  totalPages={totalPages}
                  onChange={setPage}
                  text={`A total of ${totalElements} price listings. Showing results ${content.length === 0 ? 0 : page * PRICING_PAGE_SIZE + 1} to ${page * PRICING_PAGE_SIZE + content.length}`}
                />
              </div>
            </>
          )}
        </QueryPanel>
      </Card>
      {edited !== null && (
        <PriceRuleDialog {...(edited !== 'new' && { rule: edited })} onClose={() => setEdited(null)} />
      )}
    </>
  );
}
