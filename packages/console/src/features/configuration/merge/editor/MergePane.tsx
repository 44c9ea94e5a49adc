import type { ReactNode, Ref } from 'react';
import type { PaneLabel } from '../../panes/pane-label.ts';
import { editorKeysId, type Pane, paneHeadingId } from '../../panes/pane-region.ts';

interface MergePaneProps {
  pane: Pane;
  label: PaneLabel;
  isHidden: boolean;
  isEditable: boolean;
  isColumn: boolean;
  /** Whether the pane scrolls with the others. */
  isShared: boolean;
  hostRef: Ref<HTMLDivElement>;
  /** Handle that resizes the pane, if it can be resized. */
  splitter: ReactNode;
}

/** Aligns the label and text of all panes in shared rows. */
const besideOthers = {
  gridRow: 'span 2',
  gridTemplateRows: 'subgrid',
  gridTemplateColumns: 'minmax(0, 1fr)',
};

export function MergePane(props: MergePaneProps) {
  const { pane, label, isHidden, isEditable, isColumn, isShared, hostRef, splitter } = props;
  return (
    <section
      aria-label={label.name}
      hidden={isHidden}
      className={`relative min-h-0 min-w-0 border-line ${isColumn ? 'grid not-last:border-r' : 'flex flex-col not-last:border-b'}`}
      style={{ overflow: 'clip', ...(isColumn && besideOthers) }}
    >
      {/* One line beside the others: the panes have the height. */}
      <header
        className={`sticky top-0 z-20 flex min-h-9 items-baseline gap-x-2 border-b border-line bg-raised px-3 py-1.5 text-sm ${isColumn ? '' : 'flex-wrap'}`}
      >
        <div id={paneHeadingId(pane)} className="contents">
          <h3 className="font-semibold">{label.name}</h3>
          <p
            title={label.detail}
            className={`min-w-0 text-xs text-ink-soft ${isColumn ? 'truncate' : 'break-words'}`}
          >
            {label.detail}
          </p>
        </div>
        {isEditable && (
          <p
            id={editorKeysId}
            className={`min-w-0 text-xs text-ink-soft pointer-coarse:hidden ${isColumn ? 'truncate' : ''}`}
          >
            Ctrl+M: Tab leaves the text · F1: all keys
          </p>
        )}
      </header>
      <div ref={hostRef} className={isShared ? '' : 'min-h-0 flex-1 overflow-x-hidden overflow-y-auto'} />
      {splitter}
    </section>
  );
}
