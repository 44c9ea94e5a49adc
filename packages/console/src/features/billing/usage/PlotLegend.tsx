import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays, UsagePart } from '@atrium/contract/billing/usage-month';
import { describeLine } from './budget-line.ts';
import type { DayPlotProps } from './DayPlot.tsx';
import { monthBefore, nameOfMonth } from './months.ts';
import { colorOfPart, nameOfPart } from './part-look.ts';

/** Legend of the plot's colors and lines. */
export function PlotLegend({ month, by, days, budget }: Omit<DayPlotProps, 'label'> & { by: UsagePart }) {
  const { parts, before, forecast } = days;
  const range = rangeText(days);
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {parts.map(({ name, cents }, index) => (
        <li key={index} className="flex min-w-0 items-center gap-2">
          <svg aria-hidden viewBox="0 0 14 14" className="size-3.5 shrink-0">
            <rect width="14" height="14" rx="2" fill={colorOfPart(index, name)} />
          </svg>
          <span className="min-w-0 wrap-anywhere">{nameOfPart(by, name)}</span>
          {/* The table of functions has their amounts, which add up to the bill. */}
          {by !== 'function' && (
            <span className="tabular text-ink-soft">
              {formatCents(Math.round(cents.reduce((sum, each) => sum + each, 0)))}
            </span>
          )}
        </li>
      ))}
      {forecast && (
        <li className="flex items-center gap-2">
          <svg aria-hidden viewBox="0 0 14 14" className="size-3.5 shrink-0">
            <rect
              x="1"
              y="1"
              width="12"
              height="12"
              strokeDasharray="3 2"
              className="fill-sunken stroke-line-strong"
            />
          </svg>
          Forecast
          {range !== undefined && (
            <span className="min-w-0 text-ink-soft">
              {range}, as the same weekdays of the last four weeks
            </span>
          )}
        </li>
      )}
      {budget && (
        <li className="flex items-center gap-2">
          <svg aria-hidden viewBox="0 0 14 14" className="size-3.5 shrink-0">
            <path
              d="M0 7 H14"
              fill="none"
              strokeDasharray="5 3"
              className="stroke-danger [stroke-width:1.5]"
            />
          </svg>
          <span className="min-w-0">
            {describeLine(budget)}
            {!budget.isInPlot && ', above this plot'}
          </span>
        </li>
      )}
      {before.grandTotalCents > 0 && (
        <li className="flex items-center gap-2">
          <svg aria-hidden viewBox="0 0 14 14" className="size-3.5 shrink-0">
            <rect width="14" height="14" rx="2" className="fill-line-strong opacity-40" />
          </svg>
          {nameOfMonth(monthBefore(month))}, by weekday
          <span className="tabular text-ink-soft">{formatCents(before.grandTotalCents)}</span>
        </li>
      )}
    </ul>
  );
}

/** `between $130.20 and $141.00`: the forecast of the whole month; undefined if it is one amount. */
function rangeText({ grandTotalCents, forecast }: UsageDays): string | undefined {
  if (!forecast) return undefined;
  const total = (days: readonly number[]) =>
    formatCents(Math.round(days.reduce((sum, cents) => sum + cents, grandTotalCents)));
  const [least, most] = [total(forecast.least), total(forecast.most)];
  return least === most ? undefined : `between ${least} and ${most}`;
}
