import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { LogFields } from './log-filter.ts';

const STATUSES = [
  { value: 'ALL', label: 'All calls' },
  { value: 'OK', label: 'Successful calls' },
  { value: 'FAIL', label: 'Failed calls' },
] as const;

const SOURCES = [
  { value: 'ALL', label: 'Everyone' },
  { value: 'API', label: 'Programs and events' },
  { value: 'CONSOLE', label: 'The console' },
] as const;

interface LogFiltersProps {
  fields: LogFields;
  onChange: (fields: LogFields) => void;
}

/** The fields that narrow the log of calls. */
export function LogFilters({ fields, onChange }: LogFiltersProps) {
  const change = (part: Partial<LogFields>) => onChange({ ...fields, ...part });
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-3">
      <TextField
        type="search"
        label="Search calls"
        hint="Words of the name, the error or the console output"
        className="w-80 max-w-full"
        value={fields.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      <Select
        label="Outcome"
        className="w-44"
        value={fields.status}
        options={STATUSES}
        onChange={(event) => change({ status: event.target.value as LogFields['status'] })}
      />
      <Select
        label="Called by"
        className="w-52"
        value={fields.source}
        options={SOURCES}
        onChange={(event) => change({ source: event.target.value as LogFields['source'] })}
      />
      <TextField
        type="datetime-local"
        label="From"
        className="w-56"
        value={fields.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        type="datetime-local"
        label="To"
        className="w-56"
        value={fields.to}
        onChange={(event) => change({ to: event.target.value })}
      />
    </div>
  );
}
