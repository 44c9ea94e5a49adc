import { useQuery } from '@tanstack/react-query';
import { Select } from '../../ui/Select.tsx';
import { periodsQuery } from './billing.queries.ts';
import { monthAndYear } from './days.ts';

interface PeriodSelectorProps {
  id: string;
  onSelect: (id: string) => void;
}

/** Month and year of each invoice. */
export function PeriodSelector({ id, onSelect }: PeriodSelectorProps) {
  const periods = useQuery(periodsQuery());
  const options = periods.data?.content ?? [];
  if (!options.some((option) => option.id === id)) return null;
  return (
    <Select
      label="Period"
      isLabelHidden
      value={id}
      options={options.map((invoice) => ({ value: invoice.id, label: monthAndYear(invoice.period.start) }))}
      onChange={(event) => onSelect(event.currentTarget.value)}
    />
  );
}
