import { useEffect, useEffectEvent, useRef } from 'react';
import type { ServiceChoices } from '../../decisions/diff-choices.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';
import { type FileRow, isRowOpen } from '../../decisions/metadata-pairs.ts';
import { keyOfRow } from './diff-view.ts';

/** On each jump, focuses the list and makes the first undecided row the target of its keys. */
export function useFirstOpenRow(
  led: number,
  rows: readonly FileRow<DiffFile>[],
  choices: ServiceChoices,
  onCurrent: (key: string) => void,
) {
  const list = useRef<HTMLDivElement>(null);
  const seen = useRef(led);
  const goThere = useEffectEvent(() => {
    const open = rows.find((row) => isRowOpen(choices, row));
    if (open === undefined) return;
    onCurrent(keyOfRow(open));
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  useEffect(() => {
    if (led <= seen.current) return;
    seen.current = led;
    goThere();
  }, [led]);
  return list;
}
