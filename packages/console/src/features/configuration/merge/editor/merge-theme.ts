import { EditorView } from '@codemirror/view';
import { LINE_HEIGHT_PX } from '../../../../ui/code/code-theme.ts';
import { smallButton, smallButtonOfLines, smallButtonUnderPointer } from '../../panes/fold-theme.ts';
import { HEADER_HEIGHT_PX, TALL_HEADER_HEIGHT_PX } from './region-header.ts';

/** Ground, stripe and word colour of each family; text on them keeps at least 4.5:1 in both themes. */
const tones = {
  open: ['light-dark(#fdeceb, #38201d)', 'var(--atrium-danger)', 'light-dark(#f7c9c4, #6b2e27)'],
  local: ['light-dark(#e7f0fa, #18283a)', 'var(--atrium-note)', 'light-dark(#bcd8f3, #274a6d)'],
  remote: ['light-dark(#e6f4e9, #19301f)', 'var(--atrium-ok)', 'light-dark(#b7e2c0, #27552f)'],
  base: ['light-dark(#f0eee6, #262b28)', 'var(--atrium-line-strong)', 'light-dark(#ddd9cb, #3d4540)'],
  mixed: ['light-dark(#f4ebfa, #2c2138)', 'light-dark(#6b2f92, #cfa6ee)', 'light-dark(#ddc3ee, #553a6e)'],
  same: ['light-dark(#f0eee6, #262b28)', 'var(--atrium-line-strong)', 'light-dark(#ddd9cb, #3d4540)'],
} as const;

type Rules = Parameters<typeof EditorView.theme>[0];

const toneRules: Rules = Object.fromEntries(
  Object.entries(tones).flatMap(([tone, [ground, stripe, word]]) => [
    [`.cm-region-line.cm-tone-${tone}`, { backgroundColor: ground, boxShadow: `inset 3px 0 0 ${stripe}` }],
    [`.cm-region-line.cm-tone-${tone} .cm-changed-word`, { backgroundColor: word, borderRadius: '2px' }],
    [`.cm-region-head.cm-tone-${tone}`, { backgroundColor: ground, boxShadow: `inset 3px 0 0 ${stripe}` }],
  ]),
);

/** The layout calculates with these heights; no other style may add to them. */
export const mergeTheme = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-scroller': { overflowX: 'auto', overflowY: 'hidden', scrollbarWidth: 'none' },
  '.cm-scroller::-webkit-scrollbar': { display: 'none' },
  '.cm-line': { height: `${LINE_HEIGHT_PX}px`, whiteSpace: 'pre' },
  '&.cm-wraps .cm-line': { height: 'auto', whiteSpace: 'break-spaces', overflowWrap: 'anywhere' },
  '.cm-region-head': {
    minHeight: `${HEADER_HEIGHT_PX}px`,
    boxSizing: 'border-box',
    position: 'sticky',
    left: 'var(--gutter-width, 0)',
    display: 'flex',
    alignItems: 'center',
    gap: '4px',
    padding: '0 6px 0 9px',
    borderTop: '1px solid var(--atrium-line-strong)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.75rem',
    lineHeight: '16px',
    overflow: 'hidden',
    userSelect: 'none',
    maxWidth: 'var(--pane-width, 100%)',
  },
  '.cm-region-head.cm-tall': {
    height: `${TALL_HEADER_HEIGHT_PX}px`,
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'center',
    gap: '2px',
  },
  '.cm-region-title': { fontWeight: '600', color: 'var(--atrium-ink)' },
  // Not where the words are above the button: they may need two lines.
  '.cm-region-head:not(.cm-tall) .cm-region-title': { flex: '1 1 auto', whiteSpace: 'nowrap' },
  '.cm-region-head button': smallButton,
  // Four panes side by side may leave less than the words need in one line.
  '.cm-region-head.cm-tall button': smallButtonOfLines,
  '.cm-region-head button:hover': smallButtonUnderPointer,
  '.cm-region-current': { outline: '2px solid var(--atrium-focus)', outlineOffset: '-2px' },
  '.cm-region-spacer': {
    background: 'repeating-linear-gradient(-45deg, transparent 0 6px, light-dark(#e4e1d6, #2b332f) 6px 7px)',
  },
  '.cm-take-line button': {
    width: '16px',
    height: `${LINE_HEIGHT_PX}px`,
    color: 'var(--atrium-ink-soft)',
    fontSize: '0.75rem',
  },
  '.cm-take-line button:hover': { color: 'var(--atrium-accent)' },
  ...toneRules,
});
