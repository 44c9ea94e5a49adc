import type { Invoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { classNames } from '../../ui/class-names.ts';

/** Minimum height of a bar in percent of the plot, so that a tiny invoice stays visible and clickable. */
const LEAST_PERCENT = 3;

const hatched = (color: string) =>
  `repeating-linear-gradient(135deg, var(--atrium-${color}) 0 4px, transparent 4px 8px)`;

/** Styles of unpaid invoices by state. */
const UNPAID = {
  unpaid: { label: 'Unpaid', border: 'border-warn', image: hatched('warn') },
  overdue: { label: 'Overdue', border: 'border-danger', image: hatched('danger') },
};

function unpaidStyle(invoice: Invoice) {
  const { name } = invoiceState(invoice);
  return name === 'unpaid' || name === 'overdue' ? UNPAID[name] : undefined;
}

// At 320 px twelve bars are narrower than the label of a year: the first overflows to the left, the others to the
// right.
const BEFORE = 'ml-[min(0px,calc(100%-1.75rem))]';
const BEHIND = 'mr-[min(0px,calc(100%-1.75rem))]';

/** Invoiced amounts, oldest first. Each bar links to its invoice; unpaid ones are hatched, overdue ones in red. */
export function InvoiceBars({ invoices }: { invoices: readonly Invoice[] }) {
  const bars = invoices.toReversed();
  const most = Math.max(...bars.map(({ amount }) => amount), 1);
  const key = Object.values(UNPAID).filter((style) => bars.some((invoice) => unpaidStyle(invoice) === style));
  return (
    <>
      <ol className="flex gap-1 sm:gap-3">
        {bars.map((invoice, index) => {
          const { id, period, amount, currency } = invoice;
          const unpaid = unpaidStyle(invoice);
          const [year = '', month = ''] = period.start.split('-');
          const isNewYear = bars[index - 1]?.period.start.slice(0, 4) !== year;
          const text = `${month}/${year}: ${formatMoney(amount, currency)}, ${invoiceState(invoice).text.toLowerCase()}`;
          return (
            <li key={id} className="min-w-0 max-w-16 flex-1">
              <AppLink href={paths.invoiceDetails(id)} title={text} className="group block">
                <span className="flex h-28 items-end border-b border-line">
                  <span
                    className={classNames(
                      'w-full rounded-t-sm',
                      unpaid ? `border ${unpaid.border}` : 'bg-accent group-hover:opacity-80',
                    )}
                    style={{
                      height: `${Math.max((100 * amount) / most, LEAST_PERCENT)}%`,
                      ...(unpaid && { backgroundImage: unpaid.image }),
                    }}
                  />
                </span>
                <span className="sr-only">{text}</span>
                <span
                  aria-hidden
                  className="tabular mt-1 block text-center text-xs text-ink-soft group-hover:underline"
                >
                  {month}
                  {isNewYear && (
                    <span className={classNames('block', index === 0 ? BEFORE : BEHIND)}>{year}</span>
                  )}
                </span>
              </AppLink>
            </li>
          );
        })}
      </ol>
      {key.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {key.map(({ label, border, image }) => (
            <li key={label} className="flex items-center gap-2">
              <span
                aria-hidden
                className={`size-3.5 shrink-0 rounded-sm border ${border}`}
                style={{ backgroundImage: image }}
              />
              {label}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
