import type { KeyboardEvent } from 'react';

/** Keys that act on the rows of a list without leaving it. */
export interface RowKeys<Row> {
  /** The row that keys act on. */
  currentKey: string | null;
  onCurrent: (key: string) => void;
  /** Handles a key pressed on a row; returns true if handled. */
  onKey: (key: string, row: Row) => boolean;
}

interface ListOfRows<Row> {
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  keys: RowKeys<Row> | undefined;
  /** Whether the arrow keys move as well; by default they scroll the frame. */
  hasArrows?: boolean;
}

const TYPING = 'textarea, select, [contenteditable="true"], input:not([type="radio"], [type="checkbox"])';
const PRESSED = 'button, a';

/**
 * Handles keys in the frame of a list: `j` and `k` move, all others are passed on. Rows are identified by `data-row-
 * key`. Focus stays in the frame, because a row that scrolls out of view is unmounted.
 */
export function useRowKeys<Row>({ rows, rowKey, keys, hasArrows = false }: ListOfRows<Row>) {
  if (keys === undefined) return undefined;
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    // React hands on the keys of a menu that was opened from the list, too.
    if (!event.currentTarget.contains(target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest(TYPING)) return;
    if (event.key === 'Enter' && target.closest(PRESSED)) return;
    const inRow = target.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'];
    const at = rows.findIndex((row) => rowKey(row) === (inRow ?? keys.currentKey));
    const step = stepOf(event.key, hasArrows);
    const index = step === 0 ? at : Math.min(Math.max(at + step, 0), rows.length - 1);
    const row = rows[index];
    if (row === undefined) return;
    if (step === 0) {
      if (!keys.onKey(event.key, row)) return;
    } else {
      event.currentTarget.focus();
    }
    event.preventDefault();
    // A handled key may have led to another row.
    if (rowKey(row) !== keys.currentKey) keys.onCurrent(rowKey(row));
  };
}

function stepOf(key: string, hasArrows: boolean): number {
  if (key === 'j' || (hasArrows && key === 'ArrowDown')) return 1;
  return key === 'k' || (hasArrows && key === 'ArrowUp') ? -1 : 0;
}
