import { fullName } from '@atrium/contract/accounts/full-name';
import type { Person } from '@atrium/contract/accounts/people';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TimeZoneNote } from '../../../ui/TimeZoneNote.tsx';
import { isTime, type LogFields } from './log-filter.ts';

const STATUSES = [
  { value: 'ALL', label: 'All calls' },
  { value: 'OK', label: 'Successful calls' },
  { value: 'FAIL', label: 'Failed calls' },
] as const;

const SOURCES = [
  { value: 'ALL', label: 'Anywhere' },
  { value: 'API', label: 'Programs and events' },
  { value: 'CONSOLE', label: 'The console' },
] as const;

/** Latest time of a field. With it, some browsers move on to the month after four digits of the year. */
const LATEST = '9999-12-31T23:59';

const errorOf = (time: string) =>
  time === '' || isTime(time) ? undefined : 'Please enter a year of four digits.';

interface LogFiltersProps {
  fields: LogFields;
  onChange: (fields: LogFields) => void;
  /** Functions with logged calls. Omitted on the page of a single function. */
  functions: readonly string[] | undefined;
  /** Omitted for readers without permission. */
  people: readonly Person[] | undefined;
}

/** The fields that narrow the log of calls. */
export function LogFilters({ fields, onChange, functions, people }: LogFiltersProps) {
  const change = (part: Partial<LogFields>) => onChange({ ...fields, ...part });
  return (
    <div className="flex flex-wrap gap-3 px-4 pb-3">
      <TextField
        type="search"
        label="Search calls"
        hint="Words in the name, the error or the console output"
        className="w-80 max-w-full"
        value={fields.search}
        onChange={(event) => change({ search: event.target.value })}
      />
      {functions && (
        <Select
          label="Function"
          className="w-56"
          placeholder="All functions"
          value={fields.function}
          options={functions.map((name) => ({ value: name, label: name }))}
          onChange={(event) => change({ function: event.target.value })}
        />
      )}
      <Select
        label="Outcome"
        className="w-44"
        value={fields.status}
        options={STATUSES}
        onChange={(event) => change({ status: event.target.value as LogFields['status'] })}
      />
      <Select
        label="Called from"
        className="w-52"
        value={fields.source}
        options={SOURCES}
        onChange={(event) => change({ source: event.target.value as LogFields['source'] })}
      />
      {people && (
        <Select
          label="Called by"
          className="w-56"
          placeholder="Everyone"
          value={fields.userId}
          options={people.map(({ userId, ...person }) => ({
            value: userId,
            label: `${fullName(person)} (${person.username})`,
          }))}
          onChange={(event) => change({ userId: event.target.value })}
        />
      )}
      <TextField
        type="datetime-local"
        label="From"
        className="w-56"
        max={LATEST}
        error={errorOf(fields.from)}
        value={fields.from}
        onChange={(event) => change({ from: event.target.value })}
      />
      <TextField
        type="datetime-local"
        label="To"
        className="w-56"
        max={LATEST}
        error={errorOf(fields.to)}
        value={fields.to}
        onChange={(event) => change({ to: event.target.value })}
      />
      <TimeZoneNote className="w-full" />
    </div>
  );
}
