/** The keys of the dialog; the list under '?' is built from them. */
export const mergeKeys: readonly (readonly [keys: string, does: string])[] = [
  ['Alt+↓ / Alt+↑', 'Next / previous change'],
  ['F7 / Shift+F7', 'Next / previous conflict, open ones first'],
  ['Alt+←', 'Keep Local (on a Mac, only when the cursor is outside the text)'],
  ['Alt+→', 'Apply Remote (on a Mac, only when the cursor is outside the text)'],
  ['Alt+B', 'Take both: local, then remote'],
  ['Alt+L', 'Include or exclude the line with the cursor (in Local and Remote)'],
  ['Ctrl+Z / Ctrl+Y', 'Undo / redo, choices included'],
  ['Ctrl+Enter', 'Submit'],
  ['Ctrl+F', 'Search'],
  ['Ctrl+M', 'Tab moves focus out of the editor'],
  ['Esc', 'Close (asks first if you have unsaved work)'],
  ['F1 / ?', 'Show this list (? outside the editor)'],
];

export type MergeCommand =
  | 'next-change'
  | 'previous-change'
  | 'next-conflict'
  | 'previous-conflict'
  | 'local'
  | 'remote'
  | 'both'
  | 'line'
  | 'undo'
  | 'redo'
  | 'submit';

/** Whether the keyboard has the text shortcuts of macOS; iPhones and iPads do too. */
export const isOnMac = () => /Macintosh|iPhone|iPad/.test(navigator.userAgent);

/** Focus at the time of a key press. */
interface Focus {
  /** In the editors or in a field. */
  readonly isTyping: boolean;
  readonly isMac: boolean;
}

/** Returns the command of a key press for any focus. Text fields keep their own undo and redo. */
export function commandOf(event: KeyboardEvent, { isTyping, isMac }: Focus): MergeCommand | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (key === 'F7') return shiftKey ? 'previous-conflict' : 'next-conflict';
  if ((ctrlKey || metaKey) && key === 'Enter') return 'submit';
  if ((ctrlKey || metaKey) && !altKey && !isTyping) {
    if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
    if (key === 'y') return 'redo';
  }
  if (!altKey || ctrlKey || metaKey || shiftKey) return undefined;
  if (key === 'ArrowDown') return 'next-change';
  if (key === 'ArrowUp') return 'previous-change';
  // On macOS this shortcut moves by word in text fields, so it must not resolve a conflict there.
  if (isMac && isTyping && (key === 'ArrowLeft' || key === 'ArrowRight')) return undefined;
  if (key === 'ArrowLeft') return 'local';
  if (key === 'ArrowRight') return 'remote';
  // With Alt some keyboards type another letter than the key's own; with L one that is needed, @.
  if (event.code === 'KeyL' && !isTyping) return 'line';
  return event.code === 'KeyB' ? 'both' : undefined;
}
