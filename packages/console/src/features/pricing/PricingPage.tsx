import { formatUnits } from '@atrium/contract/format-scale';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { rehearsePriceDeletion } from '@atrium/contract/pricing/price-rehearsal';
import {
  deletePriceRule,
  type PlannedPrice,
  type PriceRule,
  searchPriceRules,
} from '@atrium/contract/pricing/price-rule';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { usePages } from '../../api/use-pages.ts';
import { Help } from '../../layout/Help.tsx';
import { nameOfMeasure } from '../../lib/measure-names.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextSearchForm } from '../../ui/TextSearchForm.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { useTextAddress } from '../../ui/use-text-address.ts';
import { PlannedPrices } from './PlannedPrices.tsx';
import { PriceRuleDialog } from './PriceRuleDialog.tsx';
import { nameOf, plannedFirst } from './planned-price.ts';
import { RehearsalResult } from './RehearsalResult.tsx';
import { RowActions } from './RowActions.tsx';

const PRICING_PAGE_SIZE = 10;

/** Creates a rule without `rule`; edits the planned price if there is one. */
interface Edited {
  rule?: PriceRule;
  planned?: PlannedPrice | undefined;
}

export function PricingPage() {
  const [edited, setEdited] = useState<Edited | null>(null);
  const { searched, search } = useTextAddress();
  const rules = usePages(searchPriceRules, {
    size: PRICING_PAGE_SIZE,
    ...(searched !== '' && { filter: { text: searched } }),
  });
  const columns: TableColumn<PriceRule>[] = [
    { id: 'number', header: '#', cell: (_, index) => index + 1 },
    { id: 'service', header: 'Service', isRowHeader: true, cell: ({ service }) => service },
    {
      id: 'target',
      header: 'Target',
      cell: ({ target }) => (target === ANY_TARGET ? coded('Any', target) : target),
    },
    { id: 'metric', header: 'Metric', cell: ({ metric }) => metric },
    { id: 'measure', header: 'Measure', cell: ({ measure }) => coded(nameOfMeasure(measure), measure) },
    { id: 'cents', header: 'Cents', align: 'end', cell: ({ cents }) => cents },
    {
      id: 'units',
      header: 'units',
      align: 'end',
      cell: ({ measure, units }) => coded(units.toLocaleString('en-US'), formatUnits(measure, units)),
    },
    {
      id: 'starts',
      header: 'Starts on',
      isLong: true,
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
          impact={() => <DeletionImpact rule={rule} />}
          onEdit={() => setEdited({ rule, planned: plannedFirst(rule) })}
        />
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Pricing"
        description={<Help topic="pricing" />}
        actions={
          <Button variant="primary" onClick={() => setEdited({})}>
            New pricing
          </Button>
        }
      />
      <Card title="Prices of all services" isFlush>
        <TextSearchForm
          label="Search prices"
          hint="Parts of a service, target, metric or measure"
          text={searched}
          onSearch={search}
        />
        <EntityTable
          caption="Pricing"
          query={rules}
          columns={columns}
          rowKey={({ id }) => id}
          expectedRows={PRICING_PAGE_SIZE}
          pagingText={({ total, first, last }) =>
            `A total of ${total} price ${total === 1 ? 'listing' : 'listings'}. Showing results ${first} to ${last}`
          }
          empty={
            searched === ''
              ? {
                  title: 'No prices yet',
                  hint: 'Without prices, customers use everything for free.',
                  action: <Button onClick={() => setEdited({})}>Add a price</Button>,
                }
              : {
                  title: 'No price found',
                  hint: 'No price matches this search.',
                  action: <Button onClick={() => search('')}>Show all prices</Button>,
                }
          }
        />
      </Card>
      {edited !== null && <PriceRuleDialog {...edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Readable value, with its code or other notation below. */
function coded(text: string, code: string) {
  return (
    <>
      {text} <span className="block text-xs whitespace-nowrap text-ink-soft">{code}</span>
    </>
  );
}

/** Recalculates each customer's last invoice without the rule. */
function DeletionImpact({ rule: { id } }: { rule: PriceRule }) {
  const rehearsal = useQuery({ ...endpointQuery(rehearsePriceDeletion, { params: { id } }), staleTime: 0 });
  return (
    <QueryPanel query={rehearsal} skeleton={<Skeleton label="Loading the impact" className="mt-5" />}>
      {(rehearsals) => <RehearsalResult rehearsals={rehearsals} />}
    </QueryPanel>
  );
}
