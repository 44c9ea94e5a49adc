import type { getInvoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import { SELLER } from '@atrium/contract/billing/seller';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { formatUtcDay } from '@atrium/contract/utc-day';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { countryName } from './countries.ts';
import { InvoiceAmount } from './InvoiceAmount.tsx';

interface InvoiceSheetProps {
  invoice: EndpointResponse<typeof getInvoice>;
  /** Shown next to the amount that is to be paid. */
  action: ReactNode;
}

/** Who bills whom for what, as on paper. */
export function InvoiceSheet({ invoice, action }: InvoiceSheetProps) {
  const { address, card, customerName, bill, currency, virtualCashDiscount, amount, paid } = invoice;
  const state = invoiceState(invoice);
  return (
    <Card>
      <div className="grid gap-6 sm:grid-cols-3">
        <address className="text-sm not-italic">
          {SELLER.map((line, index) => (
            <span key={line} className={index === 0 ? 'block font-semibold' : 'block'}>
              {line}
            </span>
          ))}
        </address>
        <div className="text-sm">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <Entry label="Invoice number" value={invoice.invoiceId} />
            <Entry label="Billed on" value={formatUtcDay(invoice.createdOn)} />
            <Entry
              label="Billing period"
              value={`${formatUtcDay(invoice.period.start)} – ${formatUtcDay(invoice.period.end)}`}
            />
            <Entry label="Due on" value={formatUtcDay(invoice.dueDate)} />
            {state.name === 'overdue' && (
              <Entry label="State" value={<Badge tone="danger">{state.text}</Badge>} />
            )}
          </dl>
          <p className="mt-1 text-ink-soft">Dates are in UTC.</p>
        </div>
        <div className="text-sm wrap-anywhere">
          <h2 className="font-semibold">Bill to</h2>
          <p>{address?.companyName || card?.name || customerName}</p>
          {address && (
            <p>
              {address.addressZip} {address.addressCity}, {countryName(address.addressCountry)}
            </p>
          )}
          {address?.companyVat && <p>Customer VAT: {address.companyVat}</p>}
          {card && <p>Card: **** {card.last4}</p>}
        </div>
      </div>
      <dl className="mt-6 grid gap-1 border-t border-line pt-4">
        <InvoiceAmount label="Grand total" cents={bill.grandTotalCents} currency={currency} />
        {virtualCashDiscount !== 0 && (
          <InvoiceAmount label="Free tier" cents={-virtualCashDiscount} currency={currency} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2 text-lg font-semibold">
          <dt>{paid ? 'Paid' : 'To be paid'}</dt>
          <dd className="flex items-center gap-4">
            {action}
            <span className="tabular">{formatMoney(amount, currency)}</span>
          </dd>
        </div>
      </dl>
    </Card>
  );
}

function Entry({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular">{value}</dd>
    </>
  );
}
