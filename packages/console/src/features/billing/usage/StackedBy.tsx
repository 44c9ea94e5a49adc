import type { UsagePart } from '@atrium/contract/billing/usage-month';
import { Select } from '../../../ui/Select.tsx';

const PARTS: { value: UsagePart; label: string }[] = [
  { value: 'service', label: 'Service' },
  { value: 'function', label: 'Function' },
  { value: 'user', label: 'Person' },
  { value: 'measure', label: 'Measure' },
];

export const isUsagePart = (text: string | undefined): text is UsagePart =>
  PARTS.some(({ value }) => value === text);

interface StackedByProps {
  by: UsagePart;
  onStack: (by: UsagePart) => void;
  /** Limits the choice to one service; all services if omitted. */
  serviceId?: string | undefined;
}

/** Selects the part by which a plot is stacked. */
export function StackedBy({ by, onStack, serviceId }: StackedByProps) {
  return (
    <div className="flex items-center gap-2 text-sm">
      <span aria-hidden className="text-ink-soft">
        Stacked by
      </span>
      <Select
        label="Stacked by"
        isLabelHidden
        value={by}
        options={serviceId === undefined ? PARTS : PARTS.filter(({ value }) => value !== 'service')}
        onChange={(event) => onStack(event.currentTarget.value as UsagePart)}
      />
    </div>
  );
}
