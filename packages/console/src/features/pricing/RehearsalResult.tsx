import { formatMoney } from '@atrium/contract/billing/money';
import type { Rehearsal } from '@atrium/contract/pricing/price-rehearsal';
import { Table } from '../../ui/Table.tsx';
import type { TableColumn } from '../../ui/table-column.ts';

/** The largest differences are enough to judge a price by. */
const ROWS_SHOWN = 50;

const columnsFor = (changed: string): TableColumn<Rehearsal>[] => [
  { id: 'customer', header: 'Customer', isRowHeader: true, cell: ({ username }) => username },
  { id: 'invoice', header: 'Invoice', cell: ({ invoiceId }) => invoiceId },
  {
    id: 'current',
    header: 'Billed',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ currentCents, currency }) => formatMoney(currentCents, currency),
  },
  {
    id: 'rehearsed',
    header: changed,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ rehearsedCents, currency }) => formatMoney(rehearsedCents, currency),
  },
  {
    id: 'difference',
    header: 'Difference',
    align: 'end',
    className: 'whitespace-nowrap',
    cell: ({ currentCents, rehearsedCents, currency }) =>
      formatDifference(rehearsedCents - currentCents, currency),
  },
];

const briefColumns = columnsFor('').filter(({ id }) => id !== 'invoice' && id !== 'rehearsed');

interface RehearsalResultProps {
  rehearsals: Rehearsal[];
  /** Header of the recalculated amounts; hidden together with the invoice's column on narrow screens. */
  changed?: string;
}

/** Shows each customer's recalculated last invoice. Changes nothing. */
export function RehearsalResult({ rehearsals, changed: header }: RehearsalResultProps) {
  const changed = rehearsals.filter(({ currentCents, rehearsedCents }) => currentCents !== rehearsedCents);
  const shown = changed.slice(0, ROWS_SHOWN);
  return (
    <section aria-labelledby="rehearsal" className="mt-5 border-t border-line pt-4">
      <h3 id="rehearsal" className="font-semibold">
        Impact on last invoices
      </h3>
      <p role="status" className="mt-1 text-sm text-ink-soft">
        {describe(rehearsals, changed)}
      </p>
      {shown.length > 0 && (
        <div className="-mx-5 mt-2">
          <Table
            caption="Last invoices"
            columns={header === undefined ? briefColumns : columnsFor(header)}
            rows={shown}
            rowKey={({ userId }) => userId}
          />
        </div>
      )}
    </section>
  );
}

function describe(rehearsals: Rehearsal[], changed: Rehearsal[]): string {
  if (rehearsals.length === 0)
    return 'No invoices have been issued yet, so there is nothing to compare with.';
  const invoices = `${changed.length} of ${rehearsals.length} last invoices would have changed`;
  const sum = changed.reduce(
    (total, { currentCents, rehearsedCents }) => total + rehearsedCents - currentCents,
    0,
  );
  const currencies = new Set(changed.map(({ currency }) => currency));
  const [currency] = currencies;
  const inTotal = currencies.size === 1 ? `, ${formatDifference(sum, currency ?? 'usd')} in total` : '';
  const largest = changed.length > ROWS_SHOWN ? ` The ${ROWS_SHOWN} largest differences:` : '';
  return `${invoices}${inTotal}.${largest}`;
}

function formatDifference(cents: number, currency: string): string {
  return `${cents > 0 ? '+' : ''}${formatMoney(cents, currency)}`;
}
