import { LOG_ACTIONS, nameOfAction } from '@atrium/contract/audit/log-actions';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Search } from '../../ui/icons.ts';
import { PlainForm } from '../../ui/PlainForm.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { TimeZoneNote } from '../../ui/TimeZoneNote.tsx';
import { type AuditAddress, readAuditAddress } from './audit-address.ts';

/** First words of many actions: each finds all that begin with it. */
const AREAS = {
  account: 'All about accounts',
  configuration: 'All about configuration',
  customer: 'All about customers',
  pricing: 'All about prices',
  'test-runs': 'All about test runs',
};

const options = [
  ...Object.entries(AREAS).map(([value, label]) => ({ value, label })),
  ...Object.entries(LOG_ACTIONS)
    .map(([value, label]) => ({ value, label: label as string }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
];

interface ActionSelectProps {
  label: string;
  action: string | undefined;
  onChange: (action: string) => void;
}

/** Action of the entries. An unlisted action in the address is kept. */
function ActionSelect({ label, action = '', onChange }: ActionSelectProps) {
  const isListed = action === '' || options.some(({ value }) => value === action);
  return (
    <Select
      label={label}
      placeholder="Anything"
      options={isListed ? options : [...options, { value: action, label: nameOfAction(action) }]}
      value={action}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface AuditSearchFormProps {
  address: AuditAddress;
  /** Omits the field of the domain. */
  isOfOneDomain?: boolean;
  onSearch: (address: AuditAddress) => void;
}

const fields = [
  { name: 'who', label: 'Who', hint: 'Part of a username' },
  { name: 'what', label: 'What' },
  { name: 'whom', label: 'Whom', hint: 'A domain’s name or ID, or a user’s e-mail address' },
  { name: 'text', label: 'Text', hint: 'Part of the message' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'To', type: 'date' },
] as const;

/** Filters the log; the filter is kept in the address. */
export function AuditSearchForm({ address, isOfOneDomain = false, onSearch }: AuditSearchFormProps) {
  const [values, setValues] = useState(address);
  const [shown, setShown] = useState(address);
  // The back button restores the previous search: update the fields, which keep the focus.
  if (JSON.stringify(shown) !== JSON.stringify(address)) {
    setShown(address);
    setValues(address);
  }
  const shownFields = fields.filter(({ name }) => !(isOfOneDomain && name === 'whom'));
  const isBackwards = Boolean(values.from && values.to && values.from > values.to);

  function handleSubmit() {
    if (!isBackwards) onSearch(readAuditAddress(values));
  }

  function handleClear() {
    setValues({});
    onSearch({});
  }

  return (
    <PlainForm
      label="Search the audit log"
      className="grid gap-x-4 gap-y-3 px-4 pb-4 sm:grid-cols-2 xl:grid-cols-3"
      onSubmit={handleSubmit}
    >
      {shownFields.map(({ name, label, ...field }) =>
        name === 'what' ? (
          <ActionSelect
            key={name}
            label={label}
            action={values.what}
            onChange={(what) => setValues({ ...values, what })}
          />
        ) : (
          <TextField
            key={name}
            label={label}
            {...field}
            value={values[name] ?? ''}
            error={name === 'to' && isBackwards ? 'This day is before the first one.' : undefined}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ),
      )}
      <TimeZoneNote className="sm:col-span-2 xl:col-span-3" />
      <div className="flex flex-wrap gap-2 sm:col-span-2 xl:col-span-3">
        <Button type="submit" icon={<Search aria-hidden size={16} />}>
          Search
        </Button>
        <Button onClick={handleClear}>Clear</Button>
      </div>
    </PlainForm>
  );
}
