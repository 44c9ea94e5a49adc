import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface CustomerSearchFormProps {
  text: string;
  onSearch: (text: string) => void;
}

/** One field for everything; what is searched for is kept in the address. */
export function CustomerSearchForm({ text, onSearch }: CustomerSearchFormProps) {
  const [typed, setTyped] = useState(text);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }

  return (
    <form
      aria-label="Search customers"
      role="search"
      noValidate
      className="grid gap-3 px-4 pb-4 sm:max-w-xl"
      onSubmit={handleSubmit}
    >
      <TextField
        label="Find"
        hint="The beginning of a name, username or e-mail address; an invoice number, the last four digits of a card, or an ID"
        value={typed}
        autoComplete="off"
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" icon={<Search aria-hidden size={16} />}>
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
    </form>
  );
}
