import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { diffLinesThenWords } from '@atrium/diff/line-diff';
import { getChunks, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, Text } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { Suspense, useEffect, useRef } from 'react';
import { languageOf } from '../../../ui/code/code-language.ts';
import { codeTheme } from '../../../ui/code/code-theme.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { keepFocus } from './fold-focus.ts';
import { foldTheme } from './fold-theme.ts';
import { foldsAround, hiddenLines, hideFolds, type SideFold, unfoldSide } from './side-folds.ts';

const DeclarationNotes = lazyPart(async () => (await import('./DeclarationNotes.tsx')).DeclarationNotes);

interface SideBySideProps {
  /** Null where the side does not have the file. */
  left: string | null;
  right: string | null;
  leftLabel: string;
  rightLabel: string;
  name: string;
}

/**
 * Two read-only panes that scroll together; on a narrow screen one pane, with removed lines above added ones. Unchanged
 * lines are folded, and long ones wrap, so that no difference is beyond the edge. Loaded only when needed.
 */
export default function SideBySide({ left, right, leftLabel, rightLabel, name }: SideBySideProps) {
  const host = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  useEffect(() => {
    const parent = host.current;
    if (!parent) return undefined;
    const shown = { gutter: true, diffConfig: { override: diffLinesThenWords } };
    const extensions = (label: string) => [
      lineNumbers(),
      EditorState.readOnly.of(true),
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      codeTheme,
      foldTheme,
      hiddenLines,
      languageOf(name),
      EditorView.lineWrapping,
    ];
    if (isNarrow) {
      const view = new EditorView({
        parent,
        doc: right ?? '',
        extensions: [
          ...extensions(`${leftLabel} and ${rightLabel}`),
          unifiedMergeView({ original: left ?? '', mergeControls: false, ...shown }),
        ],
      });
      const chunks = getChunks(view.state)?.chunks ?? [];
      const folds = foldsAround(chunks, Text.of((left ?? '').split(/\r\n?|\n/)), view.state.doc);
      const stop = showFolds(parent, folds, (now) =>
        view.dispatch({ effects: hideFolds(now, 'right', view.state.doc) }),
      );
      return () => {
        stop();
        view.destroy();
      };
    }
    const view = new MergeView({
      parent,
      a: { doc: left ?? '', extensions: extensions(leftLabel) },
      b: { doc: right ?? '', extensions: extensions(rightLabel) },
      ...shown,
    });
    const { a, b } = view;
    const stop = showFolds(parent, foldsAround(view.chunks, a.state.doc, b.state.doc), (now) => {
      a.dispatch({ effects: hideFolds(now, 'left', a.state.doc) });
      b.dispatch({ effects: hideFolds(now, 'right', b.state.doc) });
    });
    return () => {
      stop();
      view.destroy();
    };
  }, [left, right, leftLabel, rightLabel, name, isNarrow]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {isMetaFile(name) && (
        <Suspense fallback={null}>
          <DeclarationNotes left={left} right={right} />
        </Suspense>
      )}
      <div className="grid grid-cols-2 border-b max-md:grid-cols-1 border-line bg-surface text-xs font-semibold">
        <p className="border-line px-3 py-1.5 md:border-r max-md:pb-0">
          {isNarrow && <span className="text-danger">− </span>}
          {leftLabel}
          {left === null && <span className="font-normal text-ink-soft"> (does not exist)</span>}
        </p>
        <p className="px-3 py-1.5">
          {isNarrow && <span className="text-ok">+ </span>}
          {rightLabel}
          {right === null && <span className="font-normal text-ink-soft"> (does not exist)</span>}
        </p>
      </div>
      <div ref={host} className="min-h-0 flex-1 overflow-auto" />
    </div>
  );
}

/** Hides folds and listens to the buttons of their rows; returns how to stop. */
function showFolds(
  parent: HTMLElement,
  start: readonly SideFold[],
  show: (folds: readonly SideFold[]) => void,
): () => void {
  let folds = start;
  const handleClick = ({ target }: Event) => {
    const button = (target as HTMLElement).closest<HTMLElement>('button[data-unfold]');
    const id = Number(button?.closest<HTMLElement>('[data-fold]')?.dataset.fold);
    if (!button || Number.isNaN(id)) return;
    keepFocus(button, () => {
      const known = new Set(folds);
      folds = unfoldSide(folds, id, button.dataset.unfold as 'up' | 'down' | 'all');
      show(folds);
      return folds.find((fold) => !known.has(fold));
    });
  };
  show(folds);
  parent.addEventListener('click', handleClick);
  return () => parent.removeEventListener('click', handleClick);
}
