import { useState } from 'react';
import { Button } from './Button.tsx';
import { Search } from './icons.ts';
import { PlainForm } from './PlainForm.tsx';
import { TextField } from './TextField.tsx';

interface TextSearchFormProps {
  /** Accessible name of the form. */
  label: string;
  /** Explains the search syntax. */
  hint: string;
  /** Current search. */
  text: string;
  onSearch: (text: string) => void;
}

/** Single search field; the search is kept in the address. */
export function TextSearchForm({ label, hint, text, onSearch }: TextSearchFormProps) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  // The back button restores the previous search: update the field, which keeps the focus.
  if (shown !== text) {
    setShown(text);
    setTyped(text);
  }

  return (
    <PlainForm
      label={label}
      isSearch
      className="grid gap-3 px-4 pb-4 sm:max-w-xl"
      onSubmit={() => onSearch(typed.trim())}
    >
      <TextField
        label="Find"
        hint={hint}
        value={typed}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" icon={<Search aria-hidden size={16} />}>
          Search
        </Button>
        <Button
          onClick={() => {
            setTyped('');
            onSearch('');
          }}
        >
          Clear
        </Button>
      </div>
    </PlainForm>
  );
}
