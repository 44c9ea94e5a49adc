import { useEffect } from 'react';
import type { ShellDialogName } from './navigation.ts';
import { useAddressed } from './use-addressed.ts';

const TYPING = 'input, textarea, select, [contenteditable="true"]';

/**
 * Opens the search on `Ctrl+K` or `⌘K`, wherever the focus is, and the list of keys on `?` outside of text. Does nothing
 * over another dialog in the address, because the search would replace the dialog and discard its input.
 */
export function useSearchKey(onOpenDialog: (name: ShellDialogName) => void): void {
  const [openDialog] = useAddressed('dialog');
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event.target)) {
        // Dialogs outside of the address have keys of their own.
        if (openDialog === undefined && !document.querySelector('[role$="dialog"]')) onOpenDialog('keys');
        return;
      }
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (openDialog === undefined) onOpenDialog('search');
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, [onOpenDialog, openDialog]);
}

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest(TYPING) !== null;
