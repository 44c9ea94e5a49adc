import { LOG_ACTIONS, nameOfAction } from '@atrium/contract/audit/log-actions';
import { Select } from '../../ui/Select.tsx';

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

/** What was done, in words. What else an address names stays in it. */
export function ActionSelect({ label, action = '', onChange }: ActionSelectProps) {
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
