import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Plus } from '../../../ui/icons.ts';
import { X } from '../../../ui/message-icons.ts';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { EntryField } from '../entry-fields.ts';
import {
  FILTER_OPERATORS,
  type Filter,
  type FilterOperator,
  hasNoValue,
  operatorsOf,
  sentenceOf,
  toFilterValue,
  withFilter,
} from './entry-filter.ts';

interface FilterBarProps {
  fields: readonly EntryField[];
  filters: readonly Filter[];
  isOpen: boolean;
  onChange: (filters: Filter[]) => void;
}

/** Filters of the entries, each with a button that removes it, and the form that adds one. */
export function FilterBar({ fields, filters, isOpen, onChange }: FilterBarProps) {
  return (
    <>
      {isOpen && <FilterForm fields={fields} onAdd={(added) => onChange(withFilter(filters, added))} />}
      {filters.length > 0 && (
        <ul aria-label="Filters" className="flex flex-wrap gap-2 px-4 pb-3">
          {filters.map((filter, index) => (
            <li key={sentenceOf(filter)} className="min-w-0">
              <Button
                size="small"
                className="max-w-full"
                aria-label={`Remove the filter ${sentenceOf(filter)}`}
                onClick={() => onChange(filters.filter((_, other) => other !== index))}
              >
                <span className="truncate">{sentenceOf(filter)}</span>
                <X aria-hidden size={14} className="shrink-0" />
              </Button>
            </li>
          ))}
          {filters.length > 1 && (
            <li>
              <Button size="small" variant="quiet" onClick={() => onChange([])}>
                Remove all
              </Button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function FilterForm({ fields, onAdd }: { fields: readonly EntryField[]; onAdd: (filter: Filter) => void }) {
  const [name, setName] = useState(fields.find(({ path }) => path[0] !== 'id')?.name ?? 'id');
  const field = fields.find((each) => each.name === name) ?? fields[0];
  const [wanted, setWanted] = useState<FilterOperator>('is');
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  if (!field) return null;
  const operators = operatorsOf(field.kind);
  const operator = operators.includes(wanted) ? wanted : (operators[0] ?? 'empty');

  function handleSubmit() {
    if (!field) return;
    const value = hasNoValue(operator) ? null : toFilterValue(field, text);
    if (value === undefined) return setError('Enter a value.');
    setError(undefined);
    setText('');
    onAdd([[...field.path], operator, value]);
  }

  return (
    <PlainForm
      label="Add a filter"
      isSearch
      onSubmit={handleSubmit}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] items-start gap-3 px-4 pb-3 lg:flex"
    >
      <Select
        label="Field"
        className="lg:w-52"
        value={field.name}
        options={fields.map((each) => ({ value: each.name, label: each.name }))}
        onChange={(event) => {
          setName(event.target.value);
          setText('');
          setError(undefined);
        }}
      />
      <Select
        label="Condition"
        className="lg:w-44"
        value={operator}
        options={operators.map((each) => ({ value: each, label: FILTER_OPERATORS[each].label }))}
        onChange={(event) => setWanted(event.target.value as FilterOperator)}
      />
      {!hasNoValue(operator) && (
        <FilterValue
          field={field}
          text={text}
          error={error}
          onChange={(next) => {
            setText(next);
            setError(undefined);
          }}
        />
      )}
      <Button type="submit" className="self-start lg:mt-6" icon={<Plus aria-hidden size={16} />}>
        Add filter
      </Button>
    </PlainForm>
  );
}

interface FilterValueProps {
  field: EntryField;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const INPUT_TYPES: Partial<Record<EntryField['kind'], string>> = {
  date: 'date',
  'date-time': 'datetime-local',
};

function FilterValue({ field, text, error, onChange }: FilterValueProps) {
  const { kind, choices } = field;
  const options =
    kind === 'boolean'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : choices.map((choice) => ({ value: JSON.stringify(choice), label: String(choice) }));
  const common = { label: 'Value', className: 'lg:w-56', value: text, error };
  if (kind === 'boolean' || kind === 'choice') {
    return (
      <Select
        {...common}
        placeholder="Choose"
        options={options}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <TextField
      {...common}
      type={INPUT_TYPES[kind] ?? 'text'}
      inputMode={kind === 'integer' || kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
