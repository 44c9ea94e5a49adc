import { useMemo, useState } from 'react';
import { TextField } from '../../../ui/TextField.tsx';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';
import { useTextSearch } from '../../../ui/use-text-search.ts';

type Named = Readonly<Record<'name' | 'folderPath', string>>;

export type FileFilter = (file: Named) => boolean;

/** The text of a search field, and the filter by name or folder that it means shortly after the typing stopped. */
export function useSearchFilter(files: () => readonly Named[]) {
  const [text, setText] = useState('');
  const typed = useSettled(text, SEARCH_DEBOUNCE_MS);
  // Clearing takes effect immediately: links to a file must find the file.
  const settled = text === '' ? '' : typed;
  const { matches: isFound, error } = useTextSearch(settled, () =>
    files().flatMap(({ name, folderPath }) => [name, folderPath]),
  );
  const matches = useMemo<FileFilter>(
    () =>
      ({ name, folderPath }) =>
        isFound(name) || isFound(folderPath),
    [isFound],
  );
  return { text, setText, matches, error, isNarrowed: settled !== '' };
}

interface SearchFieldProps {
  label: string;
  text: string;
  error: string | undefined;
  /** Gives the input the height of a small button. */
  isLow?: boolean;
  onChange: (text: string) => void;
}

export function SearchField({ label, text, error, isLow = false, onChange }: SearchFieldProps) {
  return (
    <TextField
      type="search"
      label={label}
      isLabelHidden
      placeholder="Search: text or /regex/"
      spellCheck={false}
      className="w-64 max-w-full max-sm:w-full"
      {...(isLow && { inputClassName: '!min-h-8 !py-0.5' })}
      error={error}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
