import { Select } from '../../../ui/Select.tsx';
import { retryOptions } from '../retry-options.ts';

interface RetriesSelectProps {
  value: number;
  /** Absent once the run has started; the value is then read-only. */
  onChange?: (retries: number) => void;
}

export function RetriesSelect({ value, onChange }: RetriesSelectProps) {
  return (
    <Select
      label="Retries of a failed test"
      className="w-44 max-sm:w-full"
      options={retryOptions}
      value={String(value)}
      disabled={onChange === undefined}
      onChange={(event) => onChange?.(Number(event.target.value))}
    />
  );
}
