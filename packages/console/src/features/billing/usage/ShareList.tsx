import type { MetricShare } from '@atrium/contract/billing/metric-versions';
import { formatMoney } from '@atrium/contract/billing/money';
import { formatUnits } from '@atrium/contract/format-scale';
import type { ReactNode } from 'react';

/** A part of a line of a bill, such as a day. */
interface Part {
  key: string;
  name: ReactNode;
  share: MetricShare;
  /** More about it, below its name. */
  note?: ReactNode;
}

interface ShareListProps {
  parts: readonly Part[];
  /** Label of the sum. */
  whole: string;
  /** Replaces a sum that differs from the cost of the line. */
  difference: string;
  /** Cost of the line. */
  cents: number;
  currency: string;
}

/** Shares of a line of a bill, with their sum. */
export function ShareList({ parts, whole, difference, cents: lineCents, currency }: ShareListProps) {
  const cents = parts.reduce((sum, { share }) => sum + share.cents, 0);
  return (
    <ul className="grid gap-1 pl-7 text-ink-soft">
      {parts.map(({ key, name, share, note }) => (
        <li key={key} className="flex justify-between gap-x-4">
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="tabular">{quantitiesOf(share)}</span>
            {note}
          </span>
          <span className="tabular">{formatMoney(share.cents, currency)}</span>
        </li>
      ))}
      {cents === lineCents ? (
        <li className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-1">
          <span>{whole}</span>
          <span className="tabular">{formatMoney(lineCents, currency)}</span>
        </li>
      ) : (
        <li className="border-t border-line pt-1">{difference}</li>
      )}
    </ul>
  );
}

/** Quantity of each measure. */
function quantitiesOf({ calls, milliseconds, bytes }: MetricShare): string {
  const quantities = [
    ['COUNTER', calls] as const,
    ['TIMER', milliseconds] as const,
    ['MEMORY', bytes] as const,
  ];
  return quantities
    .filter(([, quantity]) => quantity > 0)
    .map(([type, quantity]) => formatUnits(type, quantity))
    .join(' · ');
}
