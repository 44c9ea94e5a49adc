import { useRef } from 'react';

/** Leads the focus from *Edit* into the text, and back when the draft is gone with its buttons. */
export function useDraftFocus() {
  const textRef = useRef<HTMLDivElement>(null);
  const editRef = useRef<HTMLButtonElement>(null);
  const move = (find: () => HTMLElement | null | undefined) =>
    // Once dialogs have closed, and have tried to restore the focus themselves.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) find()?.focus();
    });
  return {
    textRef,
    editRef,
    toText: () => move(() => textRef.current?.querySelector<HTMLElement>('[contenteditable=true]')),
    toEdit: () => move(() => editRef.current),
  };
}
