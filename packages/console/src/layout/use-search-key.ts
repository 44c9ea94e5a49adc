import { useEffect } from 'react';
import type { ShellDialogName } from './navigation.ts';
import { useAddressed } from './use-addressed.ts';

/**
 * Opens the search on `Ctrl+K` or `⌘K`, wherever the focus is. Not over another dialog of the address: the search would
 * take its place, and what was decided there would be lost.
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
