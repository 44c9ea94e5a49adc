import { useEffect } from 'react';
import type { ShellDialogName } from './navigation.ts';

/** Opens the search on `Ctrl+K` or `⌘K`, wherever the focus is. */
export function useSearchKey(onOpenDialog: (name: ShellDialogName) => void): void {
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      onOpenDialog('search');
    };
    window.addEventListener('keydown', open);
    return () => window.removeEventListener('keydown', open);
  }, [onOpenDialog]);
}
