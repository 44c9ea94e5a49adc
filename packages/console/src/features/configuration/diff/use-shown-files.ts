import { useMemo, useState } from 'react';
import { useSearchFilter } from '../pull/SearchField.tsx';
import { type Chip, chipFilter } from './diff-filter.ts';
import type { DiffFile } from './service-diffs.ts';

/** What is shown of all services: the search, the chips, unchanged files or not. */
export function useShownFiles() {
  const search = useSearchFilter();
  const [isUnchangedShown, setUnchangedShown] = useState(false);
  const [chips, setChips] = useState<ReadonlySet<Chip>>(new Set());
  const [leads, setLeads] = useState(0);
  const hasChips = useMemo(() => chipFilter(chips), [chips]);
  return {
    search,
    isUnchangedShown,
    setUnchangedShown,
    chips,
    setChips,
    hasChips,
    isNarrowed: search.isNarrowed || chips.size > 0,
    /** Shows everything again. */
    clear() {
      search.setText('');
      setChips(new Set());
    },
    /** How often someone was led to what has to be decided. */
    leads,
    /** Shows what has to be decided, and nothing else. */
    leadTo(open: readonly DiffFile[]) {
      search.setText('');
      setLeads(leads + 1);
      setChips(new Set(open.flatMap(({ side }) => side ?? [])));
    },
  };
}

export type ShownFiles = ReturnType<typeof useShownFiles>;
