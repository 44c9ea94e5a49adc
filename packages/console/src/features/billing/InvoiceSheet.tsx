import type { IssuedInvoice } from '@atrium/contract/billing/invoice';
import { billToLines, invoiceFacts, sellerLines, taxLine } from '@atrium/contract/billing/invoice-paper';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { countryName } from './countries.ts';

interface InvoiceSheetProps {
  invoice: IssuedInvoice;
  /** Shown next to the amount that is to be paid. */
  action: ReactNode;
}

/** Invoice as on paper: issuer, customer and lines. */
export function InvoiceSheet({ invoice, action }: InvoiceSheetProps) {
  const { bill, currency, virtualCashDiscount, amount, paid, seller } = invoice;
  const tax = taxLine(invoice);
  const state = invoiceState(invoice);
  return (
    <Card>
      <div className="grid gap-6 sm:grid-cols-3">
        <address className="text-sm not-italic">
          {sellerLines(seller).map((line, index) => (
            <span key={`${index} ${line}`} className={index === 0 ? 'block font-semibold' : 'block'}>
              {line}
            </span>
          ))}
        </address>
        <div className="text-sm">
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {invoiceFacts(invoice).map(([label, text]) => (
              <Entry key={label} label={label} value={text} />
            ))}
            {state.name === 'overdue' && (
              <Entry label="State" value={<Badge tone="danger">{state.text}</Badge>} />
            )}
          </dl>
          <p className="mt-1 text-ink-soft">Dates are in UTC.</p>
        </div>
        <div className="text-sm wrap-anywhere">
          <h2 className="font-semibold">Bill to</h2>
          {billToLines(invoice, countryName).map((line, index) => (
            <p key={`${index} ${line}`}>{line}</p>
          ))}
        </div>
      </div>
      <dl className="mt-6 grid gap-1 border-t border-line pt-4">
        <InvoiceAmount label="Grand total" cents={bill.grandTotalCents} currency={currency} />
        {virtualCashDiscount !== 0 && (
          <InvoiceAmount label="Free tier" cents={-virtualCashDiscount} currency={currency} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2 text-base font-semibold">
          <dt>{paid ? 'Paid' : 'To be paid'}</dt>
          <dd className="flex items-center gap-4">
            {action}
            <span className="tabular">{formatMoney(amount, currency)}</span>
          </dd>
        </div>
        {tax && (
          <InvoiceAmount
            label={tax.label}
            cents={tax.cents}
            currency={currency}
            className="text-sm text-ink-soft"
          />
        )}
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

interface InvoiceAmountProps {
  label: string;
  cents: number;
  currency: string;
  className?: string;
}

function InvoiceAmount({ label, cents, currency, className }: InvoiceAmountProps) {
  return (
    // Groups in a list of terms can't be nested.
    <div className={classNames('flex justify-between gap-4', className)}>
      <dt>{label}</dt>
      <dd className="tabular">{formatMoney(cents, currency)}</dd>
    </div>
  );
}
