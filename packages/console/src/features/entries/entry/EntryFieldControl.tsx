import { Select } from '../../../ui/Select.tsx';
import { TextArea } from '../../../ui/TextArea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { EntryField } from '../entry-fields.ts';

interface EntryFieldControlProps {
  field: EntryField;
  text: string;
  error: string | undefined;
  hint?: string | undefined;
  isReadOnly?: boolean;
  onChange: (text: string) => void;
}

const INPUT_TYPES: Partial<Record<EntryField['kind'], string>> = {
  date: 'date',
  'date-time': 'datetime-local',
};
const BOOLEANS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/** Control for one field of an entry. */
export function EntryFieldControl(props: EntryFieldControlProps) {
  const { field, text, error, hint = field.description, isReadOnly = false, onChange } = props;
  const { name, kind, choices, isRequired } = field;
  const common = { label: name, value: text, error, hint, required: isRequired && name !== 'id' };
  const handleChange = (event: { target: { value: string } }) => onChange(event.target.value);
  if (kind === 'boolean' || kind === 'choice') {
    const known =
      kind === 'boolean'
        ? BOOLEANS
        : choices.map((choice) => ({ value: JSON.stringify(choice), label: labelOf(choice) }));
    // A value that the schema no longer allows stays in view.
    const isKnown = text === '' || known.some(({ value }) => value === text);
    return (
      <Select
        {...common}
        placeholder="Not set"
        options={isKnown ? known : [...known, { value: text, label: `${text} (not allowed)` }]}
        onChange={handleChange}
      />
    );
  }
  if (kind === 'json' || kind === 'long-text') {
    return (
      <TextArea
        {...common}
        isCode={kind === 'json'}
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        spellCheck={kind !== 'json'}
        className="col-span-full"
        onChange={handleChange}
      />
    );
  }
  return (
    <TextField
      {...common}
      type={INPUT_TYPES[kind] ?? 'text'}
      step={kind === 'date-time' ? 1 : undefined}
      inputMode={kind === 'integer' || kind === 'number' ? 'decimal' : undefined}
      autoComplete="off"
      readOnly={isReadOnly}
      onChange={handleChange}
    />
  );
}

function labelOf(choice: unknown): string {
  return typeof choice === 'object' ? JSON.stringify(choice) : String(choice);
}
