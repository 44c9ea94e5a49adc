import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { type PointerEvent, useMemo, useState } from 'react';
import type { BudgetLine } from './budget-line.ts';
import { costOfDay, largestDay, rangesOf, roundSteps, sameWeekdays, stackBars } from './day-bars.ts';
import { axisLabelOf, dateOfDay, lengthOf, monthBefore, nameOfMonth } from './months.ts';
import { colorOfPart } from './part-look.ts';

export interface DayPlotProps {
  month: string;
  days: UsageDays;
  budget: BudgetLine | null;
  /** Summary of the plot in a sentence; the table below has the figures. */
  label: string;
}

const BAR = 0.6;
/** Days labeled below the plot, as many as fit on a phone. */
const NAMED_DAYS = [1, 8, 15, 22, 29];

/**
 * Bars by day on those of the same weekdays of the month before, with the range of the forecast and the budget as a line.
 * Lines and bars stretch with the page, texts do not.
 */
export function DayPlot({ month, days, budget, label }: DayPlotProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const length = lengthOf(month);
  const pieces = useMemo(() => stackBars(days), [days]);
  const before = sameWeekdays(month, days);
  const line = budget?.isInPlot ? budget.dayCents : null;
  const steps = roundSteps(Math.max(largestDay(month, days), line ?? 0));
  const top = steps.at(-1) ?? 1;
  const heightOf = (cents: number) => 100 * (1 - cents / top);
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(Math.min(Math.max(Math.ceil(((clientX - left) / width) * length), 1), length));
  };
  return (
    <div>
      <Readout month={month} days={days} day={pointed ?? days.today ?? length} />
      <div className="mt-3 flex">
        <div aria-hidden className="tabular relative h-56 w-14 shrink-0 text-xs text-ink-soft">
          {steps.map((step) => (
            <span
              key={step}
              className="absolute right-2 -translate-y-1/2"
              style={{ top: `${heightOf(step)}%` }}
            >
              {formatCents(step)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 flex-1 pb-6">
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${length} 100`}
            preserveAspectRatio="none"
            onPointerMove={point}
            onPointerLeave={() => setPointed(null)}
            className="h-56 w-full overflow-visible"
          >
            {steps.map((step) => (
              <line
                key={step}
                x1={0}
                x2={length}
                y1={heightOf(step)}
                y2={heightOf(step)}
                className="stroke-line"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {pointed !== null && (
              <rect x={pointed - 1} y={0} width={1} height={100} className="fill-accent-soft" />
            )}
            {before.map(
              (cents = 0, index) =>
                cents > 0 && (
                  <rect
                    key={index}
                    x={index}
                    y={heightOf(cents)}
                    width={1}
                    height={100 - heightOf(cents)}
                    className="fill-line-strong opacity-40"
                  />
                ),
            )}
            {pieces.map(({ day, part, from, to }) => (
              <rect
                key={`${day} ${part}`}
                x={day - 1 + (1 - BAR) / 2}
                y={heightOf(to)}
                width={BAR}
                height={heightOf(from) - heightOf(to)}
                vectorEffect="non-scaling-stroke"
                {...(part < 0
                  ? { className: 'fill-sunken stroke-line-strong', strokeDasharray: '3 3' }
                  : { fill: colorOfPart(part, days.parts[part]?.name), className: 'stroke-surface' })}
              />
            ))}
            {line !== null && (
              <line
                x1={0}
                x2={length}
                y1={heightOf(line)}
                y2={heightOf(line)}
                strokeDasharray="8 4"
                className="stroke-danger [stroke-width:1.5]"
                vectorEffect="non-scaling-stroke"
              />
            )}
            {rangesOf(days).map(({ day, from, to }) => (
              <line
                key={day}
                x1={day - 0.5}
                x2={day - 0.5}
                y1={heightOf(from)}
                y2={heightOf(to)}
                className="stroke-ink-soft [stroke-width:3]"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {NAMED_DAYS.filter((day) => day <= length).map((day) => (
            <span
              key={day}
              aria-hidden
              className="absolute bottom-0 -translate-x-1/2 text-xs whitespace-nowrap text-ink-soft"
              style={{ left: `${((day - 0.5) / length) * 100}%` }}
            >
              {axisLabelOf(month, day)}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Cost of the hovered day, or of today. Screen readers have the table. */
function Readout({ month, days, day }: { month: string; days: UsageDays; day: number }) {
  const { parts, forecast, today } = days;
  const before = sameWeekdays(month, days)[day - 1];
  const cents = costOfDay(parts, day);
  const coming = today === null ? undefined : forecast?.cents[day - today];
  return (
    <p aria-hidden className="tabular flex flex-wrap gap-x-5 text-sm text-ink-soft">
      <span>
        {dateOfDay(month, day)}: <b className="font-semibold text-ink">{formatCents(Math.round(cents))}</b>
      </span>
      {coming !== undefined && <span>Forecast: {formatCents(Math.round(cents + coming))}</span>}
      {before !== undefined && (
        <span>
          Same weekday in {nameOfMonth(monthBefore(month))}: {formatCents(Math.round(before))}
        </span>
      )}
    </p>
  );
}
