import { formatMoney } from '@atrium/contract/billing/money';

/** One amount of the invoice, beside its label. */
export function InvoiceAmount({
  label,
  cents,
  currency,
}: {
  label: string;
  cents: number;
  currency: string;
}) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd className="tabular">{formatMoney(cents, currency)}</dd>
    </div>
  );
}
