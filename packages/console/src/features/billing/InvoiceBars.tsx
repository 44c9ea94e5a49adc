import type { Invoice } from '@atrium/contract/billing/invoice';
import { invoiceState } from '@atrium/contract/billing/invoice-state';
import { formatMoney } from '@atrium/contract/billing/money';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { classNames } from '../../ui/class-names.ts';

/** Minimum height of a bar in percent of the plot, so that a tiny invoice stays visible and clickable. */
const LEAST_PERCENT = 3;

const UNPAID = 'repeating-linear-gradient(135deg, var(--atrium-danger) 0 4px, transparent 4px 8px)';

// At 320 px twelve bars are narrower than the label of a year: the first overflows to the left, the others to the
// right.
const BEFORE = 'ml-[min(0px,calc(100%-1.75rem))]';
const BEHIND = 'mr-[min(0px,calc(100%-1.75rem))]';

/** Invoiced amounts, oldest first. Each bar links to its invoice; unpaid ones are hatched. */
export function InvoiceBars({ invoices }: { invoices: readonly Invoice[] }) {
  const bars = invoices.toReversed();
  const most = Math.max(...bars.map(({ amount }) => amount), 1);
  const hasUnpaid = bars.some(({ paid }) => !paid);
  return (
    <>
      <ol className="flex gap-1 sm:gap-3">
        {bars.map((invoice, index) => {
          const { id, period, amount, currency, paid } = invoice;
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
                      paid ? 'bg-accent group-hover:opacity-80' : 'border border-danger',
                    )}
                    style={{
                      height: `${Math.max((100 * amount) / most, LEAST_PERCENT)}%`,
                      ...(!paid && { backgroundImage: UNPAID }),
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
      {hasUnpaid && (
        <p className="mt-3 flex items-center gap-2 text-sm">
          <span
            aria-hidden
            className="size-3.5 shrink-0 rounded-sm border border-danger"
            style={{ backgroundImage: UNPAID }}
          />
          Unpaid
        </p>
      )}
    </>
  );
}
