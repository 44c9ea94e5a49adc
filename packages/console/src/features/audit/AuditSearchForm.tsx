import { Search } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { PlainForm } from '../../ui/PlainForm.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { type AuditAddress, readAuditAddress } from './audit-address.ts';

interface AuditSearchFormProps {
  address: AuditAddress;
  onSearch: (address: AuditAddress) => void;
}

const fields = [
  { name: 'who', label: 'Who', hint: 'Part of a username' },
  { name: 'what', label: 'What', hint: 'An action, such as configuration.import, or its first word' },
  { name: 'whom', label: 'Whom', hint: 'A domain’s name or ID, or a user’s e-mail address' },
  { name: 'text', label: 'Text', hint: 'Part of the message' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
] as const;

/** Narrows the log; what is searched for is kept in the address. */
export function AuditSearchForm({ address, onSearch }: AuditSearchFormProps) {
  const [values, setValues] = useState(address);
  const [shown, setShown] = useState(address);
  // The back button brings back the search before: its words belong into the fields, which keep the focus.
  if (JSON.stringify(shown) !== JSON.stringify(address)) {
    setShown(address);
    setValues(address);
  }
  const isBackwards = Boolean(values.from && values.to && values.from > values.to);

  function handleSubmit() {
    if (!isBackwards) onSearch(readAuditAddress(values));
  }

  return (
    <PlainForm
      label="Search the audit log"
      className="grid gap-x-4 gap-y-3 px-4 pb-4 sm:grid-cols-2 xl:grid-cols-3"
      onSubmit={handleSubmit}
    >
      {fields.map(({ name, label, ...field }) => (
        <TextField
          key={name}
          label={label}
          {...field}
          value={values[name] ?? ''}
          error={name === 'to' && isBackwards ? 'This day is before the first one.' : undefined}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <p className="text-sm text-ink-soft sm:col-span-2 xl:col-span-3">
        Days and times are in your time zone, {new Intl.DateTimeFormat().resolvedOptions().timeZone}.
      </p>
      <div className="flex flex-wrap gap-2 sm:col-span-2 xl:col-span-3">
        <Button type="submit" look="primary" icon={<Search aria-hidden size={16} />}>
          Search
        </Button>
        <Button
          onClick={() => {
            setValues({});
            onSearch({});
          }}
        >
          Clear
        </Button>
      </div>
    </PlainForm>
  );
}
