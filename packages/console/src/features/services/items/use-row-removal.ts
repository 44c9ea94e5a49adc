import { type RefObject, useLayoutEffect, useRef } from 'react';

interface RowRemoval {
  /** Element that contains the rows; their buttons have `data-remove`, the one below them `data-add`. */
  list: RefObject<HTMLFieldSetElement | null>;
  handleRemove: (index: number) => void;
}

/** Removes a row of a form. The focused button goes with it: focuses that of the next row, of the last one, or the one below. */
export function useRowRemoval(count: number, remove: (index: number) => void): RowRemoval {
  const list = useRef<HTMLFieldSetElement>(null);
  const removed = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (removed.current === undefined) return;
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>('button[data-remove]') ?? [];
    const next = buttons[Math.min(removed.current, buttons.length - 1)];
    (next ?? list.current?.querySelector<HTMLButtonElement>('button[data-add]'))?.focus();
    removed.current = undefined;
  }, [count]);
  return {
    list,
    handleRemove: (index) => {
      removed.current = index;
      remove(index);
    },
  };
}
