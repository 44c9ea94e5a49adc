import { Autocomplete } from '@base-ui/react/autocomplete';
import type { SearchEntry, SearchGroup } from './search-matches.ts';

type ShownGroup = Pick<SearchGroup, 'label'> & { [Entries in 'items']: SearchEntry[] };

/** What was found, by group. */
export function SearchList({ onOpen }: { onOpen: (entry: SearchEntry) => void }) {
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
