import { CONTEXT_LINES } from '@atrium/diff/context';
import { diffLinesThenWords } from '@atrium/diff/line-diff';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { languageOf } from './merge/code-language.ts';
import { codeTheme } from './merge/code-theme.ts';
import { useIsNarrow } from './merge/use-is-narrow.ts';

interface SideBySideProps {
  /** Null where the side does not have the file. */
  left: string | null;
  right: string | null;
  leftLabel: string;
  rightLabel: string;
  name: string;
}

/**
 * Two read-only panes, scrolled together; on a narrow screen one, with what was removed above what was added.
 * Unchanged stretches are folded. Loaded only when needed.
 */
export default function SideBySide({ left, right, leftLabel, rightLabel, name }: SideBySideProps) {
  const host = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    const shown = {
      collapseUnchanged: { margin: CONTEXT_LINES, minSize: 4 },
      gutter: true,
      diffConfig: { override: diffLinesThenWords },
    };
    const extensions = (label: string) => [
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      codeTheme,
      languageOf(name),
    ];
    const view = isNarrow
      ? new EditorView({
          parent,
          doc: right ?? '',
          extensions: [
            ...extensions(`${leftLabel} and ${rightLabel}`),
            unifiedMergeView({ original: left ?? '', mergeControls: false, ...shown }),
          ],
        })
      : new MergeView({
          parent,
          a: { doc: left ?? '', extensions: extensions(leftLabel) },
          b: { doc: right ?? '', extensions: extensions(rightLabel) },
          ...shown,
        });
    return () => view.destroy();
  }, [left, right, leftLabel, rightLabel, name, isNarrow]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid grid-cols-2 border-b border-line bg-surface text-sm font-semibold">
        <p className="border-r border-line px-4 py-2">
          {leftLabel}
          {left === null && <span className="font-normal text-ink-soft"> (does not exist)</span>}
        </p>
        <p className="px-4 py-2">
          {rightLabel}
          {right === null && <span className="font-normal text-ink-soft"> (does not exist)</span>}
        </p>
      </div>
      <div ref={host} className="min-h-0 flex-1 overflow-auto" />
    </div>
  );
}
