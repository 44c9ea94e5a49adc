import { TextField } from '../../../ui/TextField.tsx';

interface TestSearchFieldProps {
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

export function TestSearchField({ value, error, onChange }: TestSearchFieldProps) {
  return (
    <TextField
      type="search"
      label="Search tests"
      hint="Text, or /regular expression/"
      className="w-80 max-sm:w-full"
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
