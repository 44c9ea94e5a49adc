import { formatCents } from '@atrium/contract/billing/money';
import type { UsagePart } from '@atrium/contract/billing/usage-month';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/Card.tsx';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AmountTiles } from '../AmountTiles.tsx';
import { FORECAST_METHOD } from './forecast-method.ts';
import { MonthSelect } from './MonthSelect.tsx';
import { monthBefore, nameOfMonth } from './months.ts';
import { usageDaysQuery } from './usage.queries.ts';

interface ServiceMonthCardProps {
  serviceId: string;
  month: string;
  /** Same part as the plot below, so that both share one response. */
  by: UsagePart;
  onMonth: (month: string) => void;
}

/** Cost of one service in a month, beside the month before. */
export function ServiceMonthCard({ serviceId, month, by, onMonth }: ServiceMonthCardProps) {
  const days = useQuery(usageDaysQuery(month, by, serviceId));
  return (
    <Card
      title={nameOfMonth(month)}
      actions={<MonthSelect month={month} serviceId={serviceId} onMonth={onMonth} />}
    >
      <QueryPanel query={days} skeleton={<Skeleton lines={2} />}>
        {({ grandTotalCents, forecast, before }) => (
          <>
            <AmountTiles
              amounts={[
                { label: 'Total', value: formatCents(grandTotalCents) },
                ...(forecast ? [{ label: 'Forecast', value: formatCents(forecast.grandTotalCents) }] : []),
                { label: nameOfMonth(monthBefore(month)), value: formatCents(before.grandTotalCents) },
              ]}
            />
            {forecast && <p className="mt-3 text-sm text-ink-soft">Forecast: {FORECAST_METHOD}</p>}
          </>
        )}
      </QueryPanel>
    </Card>
  );
}
