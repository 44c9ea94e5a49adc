import { useQuery } from '@tanstack/react-query';
import { Select } from '../../../ui/Select.tsx';
import { monthAndYear } from '../days.ts';
import { listMonths, runningMonth } from './months.ts';
import { usageDaysQuery } from './usage.queries.ts';

interface MonthSelectProps {
  month: string;
  /** Limits the months to one service. */
  serviceId?: string;
  onMonth: (month: string) => void;
}

/** Chooses one of the months since the first use. */
export function MonthSelect({ month, serviceId, onMonth }: MonthSelectProps) {
  const { data } = useQuery(
    usageDaysQuery(month, serviceId === undefined ? 'service' : 'function', serviceId),
  );
  const first = [data?.firstMonth ?? month, month].sort()[0] ?? month;
  return (
    <Select
      label="Month"
      isLabelHidden
      value={month}
      options={listMonths(first, runningMonth()).map((each) => ({
        value: each,
        label: monthAndYear(`${each}-01`),
      }))}
      onChange={(event) => onMonth(event.currentTarget.value)}
    />
  );
}
