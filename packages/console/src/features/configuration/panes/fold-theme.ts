import { EditorView } from '@codemirror/view';
import { FOLD_HEIGHT_PX } from './fold-row.ts';

/** A button in a row between the lines of code. */
export const smallButton = {
  flex: 'none',
  height: '24px',
  padding: '0 6px',
  border: '1px solid var(--atrium-line-strong)',
  borderRadius: '4px',
  backgroundColor: 'var(--atrium-surface)',
  color: 'var(--atrium-ink)',
  font: 'inherit',
  whiteSpace: 'nowrap',
};
/** Style of a button whose label needs several lines. */
export const smallButtonOfLines = {
  height: 'auto',
  minHeight: '24px',
  padding: '0 4px',
  whiteSpace: 'normal',
};
export const smallButtonUnderPointer = { borderColor: 'var(--atrium-accent)' };

/** The rows that represent hidden lines. */
export const foldTheme = EditorView.theme({
  '.cm-fold-row': {
    height: `${FOLD_HEIGHT_PX}px`,
    boxSizing: 'border-box',
    position: 'sticky',
    left: 'var(--gutter-width, 0)',
    display: 'flex',
    alignItems: 'center',
    gap: '6px',
    padding: '0 9px',
    maxWidth: 'var(--pane-width, 100%)',
    // In a narrow pane the buttons can be scrolled to.
    overflowX: 'auto',
    overflowY: 'hidden',
    scrollbarWidth: 'none',
    borderBlock: '1px solid var(--atrium-line)',
    backgroundColor: 'var(--atrium-sunken)',
    color: 'var(--atrium-ink-soft)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.75rem',
    lineHeight: '16px',
    userSelect: 'none',
  },
  // Buttons at the start: at the end of a long line they would be out of view.
  '.cm-fold-row span': { flex: 'none', whiteSpace: 'nowrap' },
  '.cm-fold-row button': smallButton,
  '.cm-fold-row button:hover': smallButtonUnderPointer,
});
