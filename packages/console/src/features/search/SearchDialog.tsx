import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useRef, useState } from 'react';
import { useAddressed } from '../../layout/use-addressed.ts';
import { classNames } from '../../ui/class-names.ts';
import { controlClass } from '../../ui/control-class.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Search } from '../../ui/icons.ts';
import { findMatches, type SearchEntry, type SearchGroup } from './search-matches.ts';
import { useSearchGroups } from './use-search-groups.ts';

/** Searches pages, functions, runs, invoices, users and articles by name. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [, setOpenDialog] = useAddressed('dialog');
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const { groups, isLoading, failed } = useSearchGroups();
  const found = findMatches(groups, useDeferredValue(typed)).map(({ label, entries }) => {
    return { label, items: entries };
  });
  const open = (entry: SearchEntry) => {
    if ('act' in entry.target) {
      onClose();
      entry.target.act();
    } else if ('dialog' in entry.target) setOpenDialog(entry.target.dialog);
    else void navigate({ href: entry.target.href });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Go to anything"
      initialFocus={input}
      bodyClassName="flex flex-col gap-3"
    >
      <Autocomplete.Root
        inline
        open
        mode="none"
        items={found}
        autoHighlight="always"
        keepHighlight
        itemToStringValue={({ label }: SearchEntry) => label}
        value={typed}
        onValueChange={(value, { reason }) => {
          // Choosing an entry opens it, and leaves the text as it is.
          if (reason !== 'item-press') setTyped(value);
        }}
      >
        <label className="relative block">
          <span className="sr-only">Pages, functions, test runs, invoices, people and articles</span>
          <Search aria-hidden size={18} className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft" />
          <Autocomplete.Input
            ref={input}
            placeholder="Pages, functions, invoices …"
            className={classNames(controlClass, 'min-h-11 pl-10')}
          />
        </label>
        <Autocomplete.Status className="text-sm text-ink-soft empty:hidden">
          {isLoading ? 'Loading …' : failed}
        </Autocomplete.Status>
        <Autocomplete.Empty className="text-ink-soft empty:hidden">
          Nothing found. Try the name of a page, a function, an invoice or a person.
        </Autocomplete.Empty>
        <SearchList onOpen={open} />
      </Autocomplete.Root>
    </Dialog>
  );
}

type ShownGroup = Pick<SearchGroup, 'label'> & { [Entries in 'items']: SearchEntry[] };

/** Results by group. */
function SearchList({ onOpen }: { onOpen: (entry: SearchEntry) => void }) {
  return (
    <Autocomplete.List className="max-h-96 overflow-y-auto">
      {(group: ShownGroup) => (
        <Autocomplete.Group key={group.label} items={group.items} className="pb-2">
          <Autocomplete.GroupLabel className="px-2.5 py-1 text-xs font-semibold text-ink-soft">
            {group.label}
          </Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: SearchEntry) => (
              <Autocomplete.Item
                key={entry.id}
                value={entry}
                onClick={() => onOpen(entry)}
                className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 data-highlighted:bg-accent-soft"
              >
                <span className="min-w-0 flex-1 wrap-anywhere">{entry.label}</span>
                {entry.hint !== undefined && (
                  <span className="shrink-0 text-sm text-ink-soft">{entry.hint}</span>
                )}
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}
