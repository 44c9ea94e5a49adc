import { useRef } from 'react';

/** Leads the focus from *Edit* into the text, and back when the draft is gone with its buttons. */
export function useDraftFocus() {
  const text = useRef<HTMLDivElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const move = (find: () => HTMLElement | null | undefined) =>
    // Once dialogs have closed, and have tried to restore the focus themselves.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) find()?.focus();
    });
  return {
    text,
    edit,
    toText: () => move(() => text.current?.querySelector<HTMLElement>('[contenteditable=true]')),
    toEdit: () => move(() => edit.current),
  };
}
