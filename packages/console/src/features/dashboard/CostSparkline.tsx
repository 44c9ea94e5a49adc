import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { formatUtcDay } from '@atrium/contract/utc-day';
import { dayBefore } from '../../lib/day-before.ts';
import { lastDays } from './last-days.ts';

const WIDTH = 120;
const HEIGHT = 24;

/** Daily costs of the last 30 days as a line, with the extremes in words and a full table for screen readers. */
export function CostSparkline({ usage, now }: { usage: UsageDays; now: Date }) {
  const days = lastDays(usage);
  const [least, most] = [Math.min(...days), Math.max(...days)];
  if (days.length < 2 || most === 0) return null;
  const points = days.map(
    (cents, index) => `${(WIDTH * index) / (days.length - 1)},${HEIGHT - (HEIGHT * cents) / most}`,
  );
  return (
    <div className="relative">
      <svg
        role="img"
        aria-label={`Cost of the last ${days.length} days, between ${formatCents(Math.round(least))} and ${formatCents(Math.round(most))} a day`}
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className="mt-1 h-6 w-full text-accent"
      >
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <table className="sr-only">
        <caption>Cost of the last {days.length} days</caption>
        <thead>
          <tr>
            <th scope="col">Day (UTC)</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {days.map((cents, index) => (
            <tr key={index}>
              <th scope="row">{formatUtcDay(dayBefore(now, days.length - 1 - index))}</th>
              <td>{formatCents(Math.round(cents))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
