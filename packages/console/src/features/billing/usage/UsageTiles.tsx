import { formatCents } from '@atrium/contract/billing/money';
import type { UsageDays } from '@atrium/contract/billing/usage-month';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AmountTiles } from '../AmountTiles.tsx';
import { virtualCashQuery } from '../billing.queries.ts';
import { formatChange } from './change.ts';
import { FirstCardOffer } from './FirstCardOffer.tsx';
import { FORECAST_METHOD } from './forecast-method.ts';
import { describeFreeTier } from './free-tier-text.ts';
import { monthBefore, nameOfMonth } from './months.ts';
import { monthUsageQuery, usageDaysQuery } from './usage.queries.ts';

const tileSkeleton = <Skeleton lines={2} className="h-[3.3rem] w-36" />;

interface UsageTilesProps {
  month: string;
  isRunning: boolean;
  isComparing: boolean;
  onCompare: () => void;
  /** The button that opens and closes the comparison. */
  button: Ref<HTMLButtonElement>;
}

/** Total and free tier, or the offer of one; then the forecast and the month before, which load later. */
export function UsageTiles({ month, isRunning, isComparing, onCompare, button }: UsageTilesProps) {
  const usage = useQuery(monthUsageQuery(month));
  const days = useQuery(usageDaysQuery(month, 'service'));
  const virtualCash = useQuery({ ...virtualCashQuery(), enabled: isRunning });
  return (
    <section aria-label="Figures of the month">
      <div className="flex flex-wrap gap-x-4 gap-y-4 sm:gap-x-10">
        <QueryPanel query={usage} skeleton={tileSkeleton}>
          {({ grandTotalCents }) => (
            <AmountTiles amounts={[{ label: 'Grand total', value: formatCents(grandTotalCents) }]} />
          )}
        </QueryPanel>
        {isRunning && (
          <QueryPanel query={virtualCash} skeleton={tileSkeleton}>
            {(cents) => (
              <AmountTiles
                amounts={[
                  {
                    label: 'Remaining free tier',
                    value: formatCents(cents),
                    hint: describeFreeTier(days.data?.freeTier),
                  },
                ]}
              />
            )}
          </QueryPanel>
        )}
        {days.data?.forecast && (
          <AmountTiles
            amounts={[{ label: 'Forecast', value: formatCents(days.data.forecast.grandTotalCents) }]}
          />
        )}
        {days.data && days.data.before.grandTotalCents > 0 && (
          <AmountTiles amounts={[compare(month, days.data)]} />
        )}
        {days.data && days.data.firstMonth < month && (
          <Button
            ref={button}
            size="small"
            className="self-center"
            aria-expanded={isComparing}
            onClick={onCompare}
          >
            {questionOf(days.data)}
          </Button>
        )}
      </div>
      {/* Reserves its line until the forecast is loaded. Past months have none. */}
      {isRunning && (
        <p className="mt-3 min-h-5 text-sm text-ink-soft">
          {days.data?.forecast && <>Forecast: {FORECAST_METHOD} </>}
          {virtualCash.data === 0 && <FirstCardOffer />}
        </p>
      )}
    </section>
  );
}

/** Cost of as many days of the month before. */
const costBefore = ({ before, today }: UsageDays) =>
  today === null ? before.grandTotalCents : before.sameDaysCents;

/** `Why +2%?` */
function questionOf(days: UsageDays): string {
  const beforeCents = costBefore(days);
  return beforeCents === 0
    ? 'Compare with an earlier month'
    : `Why ${formatChange(days.grandTotalCents, beforeCents)}?`;
}

function compare(month: string, days: UsageDays) {
  const { grandTotalCents, today } = days;
  const name = nameOfMonth(monthBefore(month));
  const beforeCents = costBefore(days);
  return {
    label: `Against ${name}`,
    value: formatChange(grandTotalCents, beforeCents),
    hint: today === null ? formatCents(beforeCents) : `${formatCents(beforeCents)} by day ${today}`,
  };
}
