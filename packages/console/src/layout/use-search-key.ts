import { useEffect } from 'react';
import type { ShellDialogName } from './navigation.ts';
import { useAddressed } from './use-addressed.ts';

/**
 * Opens the search on `Ctrl+K` or `⌘K`, wherever the focus is. Does nothing over another dialog in the address,
 * because the search would replace the dialog and discard its input.
 */
export function useSearchKey(onOpenDialog: (name: ShellDialogName) => void): void {
  const [openDialog] = useAddressed('dialog');
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (openDialog === undefined) onOpenDialog('search');
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, [onOpenDialog, openDialog]);
}
