import { useMemo, useState } from 'react';
import { TextField } from '../../../ui/TextField.tsx';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';
import { searchFilter } from './search-filter.ts';

/** The text of a search field, and the filter it means shortly after the typing stopped. */
export function useSearchFilter() {
  const [text, setText] = useState('');
  const typed = useSettled(text, SEARCH_DEBOUNCE_MS);
  // Who clears it is done: whatever leads to a file finds it at once.
  const settled = text === '' ? '' : typed;
  const matches = useMemo(() => searchFilter(settled), [settled]);
  return { text, setText, matches, isNarrowed: settled !== '' };
}

interface SearchFieldProps {
  label: string;
  text: string;
  onChange: (text: string) => void;
}

export function SearchField({ label, text, onChange }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      label={label}
      isLabelHidden
      placeholder="Search: text or /regex/"
      spellCheck={false}
      className="w-64 max-w-full max-sm:w-full"
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
