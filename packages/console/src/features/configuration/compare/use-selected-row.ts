import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DiffRow } from './diff-rows.ts';

interface SelectedRowProps {
  /** The listed rows, in order. */
  rows: readonly DiffRow[];
  isUndecided: (row: DiffRow) => boolean;
  /** Until all conflicts are known, the selection may move to the first of them. */
  isLoading: boolean;
  /** Number of jumps to undecided files. */
  led: number;
  list: RefObject<HTMLElement | null>;
}

/** The row whose comparison is shown: at first, and when it is no longer listed, the first undecided one. */
export function useSelectedRow({ rows, isUndecided, isLoading, led, list }: SelectedRowProps) {
  const [key, setKey] = useState<string | null>(null);
  const listed = rows.find((row) => row.key === key);
  const current = listed ?? rows.find(isUndecided) ?? rows[0];
  if (!isLoading && current && current.key !== key) setKey(current.key);

  const seen = useRef(led);
  const goThere = useEffectEvent(() => {
    const open = rows.find(isUndecided);
    if (open === undefined) return;
    setKey(open.key);
    list.current?.focus();
  });
  useEffect(() => {
    if (led <= seen.current) return;
    seen.current = led;
    goThere();
  }, [led]);
  return { current, select: setKey };
}
