import type { ShellDialogName } from '../../layout/navigation.ts';

export interface SearchEntry {
  id: string;
  label: string;
  /** Shown beside the label, and searched too. */
  hint?: string;
  /** Synonyms. Searched, but not shown. */
  synonyms?: string | undefined;
  target: { href: string } | { dialog: ShellDialogName } | { act: () => void };
}

export interface SearchGroup {
  label: string;
  entries: SearchEntry[];
}

const SHOWN_OF_GROUP = 8;
/** Without a search, pages come first. Groups with possibly thousands of entries show only a few. */
const SHOWN_AT_FIRST = 3;

/** Returns entries that contain every word of the search, prefix matches first, limited per group. */
export function findMatches(groups: readonly SearchGroup[], typed: string): SearchGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ label, entries }, index) => {
      if (words.length === 0)
        return { label, entries: index === 0 ? entries : entries.slice(0, SHOWN_AT_FIRST) };
      const matching = entries.filter((entry) => words.every((word) => textOf(entry).includes(word)));
      const start = words.join(' ');
      const [first, others] = [true, false].map((is) =>
        matching.filter((entry) => entry.label.toLowerCase().startsWith(start) === is),
      );
      return { label, entries: [...(first ?? []), ...(others ?? [])].slice(0, SHOWN_OF_GROUP) };
    })
    .filter(({ entries }) => entries.length > 0);
}

function textOf({ label, hint = '', synonyms = '' }: SearchEntry): string {
  return `${label} ${hint} ${synonyms}`.toLowerCase();
}
