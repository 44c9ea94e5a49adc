import type { MetricShare } from '@atrium/contract/billing/metric-versions';
import { formatMoney } from '@atrium/contract/billing/money';
import { formatUnits } from '@atrium/contract/format-scale';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

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
    <ShareLines>
      {parts.map(({ key, name, share, note }) => (
        <ShareLine
          key={key}
          name={
            <>
              {name}
              {note}
            </>
          }
          quantity={quantitiesOf(share)}
          cost={formatMoney(share.cents, currency)}
        />
      ))}
      {cents === lineCents ? (
        <ShareLine isSum name={whole} cost={formatMoney(lineCents, currency)} />
      ) : (
        <li className="col-span-full border-t border-line pt-1">{difference}</li>
      )}
    </ShareLines>
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

/** Parts of a line of a bill: names, quantities and costs in columns. */
export function ShareLines({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[minmax(6rem,1fr)_minmax(0,auto)_auto] gap-x-4 gap-y-1 pl-7 text-ink-soft">
      {children}
    </ul>
  );
}

interface ShareLineProps {
  name: ReactNode;
  quantity?: string;
  cost: string;
  /** Drawn below a rule. */
  isSum?: boolean;
}

export function ShareLine({ name, quantity, cost, isSum = false }: ShareLineProps) {
  return (
    <li className={classNames('col-span-full grid grid-cols-subgrid', isSum && 'border-t border-line pt-1')}>
      <span className="min-w-0 wrap-anywhere">{name} </span>
      <span className="tabular text-right">{quantity !== undefined && `${quantity} `}</span>
      <span className="tabular text-right">{cost}</span>
    </li>
  );
}
