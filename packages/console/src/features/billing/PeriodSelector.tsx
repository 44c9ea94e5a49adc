import type { Invoice } from '@atrium/contract/billing/invoice';
import { useQuery } from '@tanstack/react-query';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Select } from '../../ui/Select.tsx';
import { periodsQuery } from './billing.queries.ts';
import { monthAndYear } from './days.ts';

interface PeriodSelectorProps {
  id: string;
  /** Invoice on the page, once loaded: it may be older than the listed ones. */
  invoice: Invoice | undefined;
  onSelect: (id: string) => void;
}

/** Month and year of each invoice. */
export function PeriodSelector({ id, invoice, onSelect }: PeriodSelectorProps) {
  const periods = useQuery(periodsQuery());
  return (
    <QueryPanel query={periods} skeleton={false}>
      {({ content }) => {
        const isOlder = invoice !== undefined && !content.some((listed) => listed.id === invoice.id);
        const offered = isOlder ? [...content, invoice] : content;
        if (!offered.some((each) => each.id === id)) return null;
        return (
          <Select
            label="Period"
            isLabelHidden
            value={id}
            options={offered.map(({ id: value, period }) => ({ value, label: monthAndYear(period.start) }))}
            onChange={(event) => onSelect(event.currentTarget.value)}
          />
        );
      }}
    </QueryPanel>
  );
}
