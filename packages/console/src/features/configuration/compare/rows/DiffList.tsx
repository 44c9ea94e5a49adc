import { useVirtualizer } from '@tanstack/react-virtual';
import { type ComponentProps, useMemo, useRef } from 'react';
import { Folder } from '../../../../ui/icons.ts';
import { useRowKeys } from '../../../../ui/use-row-keys.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';
import { FolderChoices } from '../../decisions/FolderChoices.tsx';
import { type FileRow, filesOfRows } from '../../decisions/metadata-pairs.ts';
import { ChangedBy } from './ChangedBy.tsx';
import { type DiffViewProps, keyOfRow } from './diff-view.ts';
import { FileActions } from './FileActions.tsx';
import { FileChoice } from './FileChoice.tsx';
import { FilePlaceText } from './FilePlaceText.tsx';
import { FileState } from './FileState.tsx';
import { ProvenBy } from './ProvenBy.tsx';

type Entry =
  | { readonly folder: string; readonly rows: readonly FileRow<DiffFile>[] }
  | { readonly row: FileRow<DiffFile> };

/** The files of a service below their folders; fits a phone. */
export function DiffList(props: DiffViewProps) {
  const { serviceId, serviceName, rows, choices, dispatch, onOpen, changedBy, proofOf, keys, comparedKey } =
    props;
  const frame = useRef<HTMLDivElement>(null);
  const entries = useMemo(() => entriesOf(rows), [rows]);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => ('folder' in (entries[index] as Entry) ? 48 : 132),
    getItemKey: (index) => keyOf(entries[index] as Entry),
    overscan: 6,
  });
  const handleKeyDown = useRowKeys({
    rows,
    rowKey: keyOfRow,
    keys,
    scrollTo: (index) =>
      virtualizer.scrollToIndex(entries.findIndex((entry) => 'row' in entry && entry.row === rows[index])),
  });
  return (
    // The keys are a shorter way to what its rows offer.
    <section
      ref={frame}
      onKeyDown={handleKeyDown}
      aria-label={`Changes to ${serviceName}`}
      // Focusable, so that the frame can be scrolled by keyboard.
      tabIndex={0}
      className="max-h-[36rem] overflow-y-auto border-t border-line"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const entry = entries[index] as Entry;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${start}px)` }}
            >
              {'folder' in entry ? (
                <FolderHeading
                  folder={entry.folder}
                  isExamining={props.isExamining}
                  onChoose={(action) =>
                    dispatch({ type: 'chooseAll', serviceId, action, files: filesOfRows(entry.rows) })
                  }
                />
              ) : (
                <div
                  data-row-key={keyOfRow(entry.row)}
                  aria-current={keys.currentKey === keyOfRow(entry.row) || undefined}
                  className="flex flex-col gap-2 border-b border-line px-4 py-3 aria-[current=true]:bg-accent-soft"
                >
                  <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <h4 className="font-medium break-all">{entry.row.file.name}</h4>
                    <FileState row={entry.row} choices={choices} isExamining={props.isExamining} />
                    {entry.row.file.type === 'MOVED' && (
                      <span className="text-sm text-ink-soft">
                        <FilePlaceText file={entry.row.file} />
                      </span>
                    )}
                  </div>
                  <ChangedBy lines={changedBy(entry.row.file)} />
                  <ProvenBy text={proofOf(entry.row.file)} />
                  <FileChoice serviceId={serviceId} choices={choices} dispatch={dispatch} row={entry.row} />
                  <FileActions file={entry.row.file} onOpen={onOpen} />
                  {comparedKey === keyOfRow(entry.row) && (
                    <div className="flex h-90 flex-col">{props.renderComparison(entry.row.file)}</div>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const keyOf = (entry: Entry) => ('folder' in entry ? `${entry.folder}/` : keyOfRow(entry.row));

function entriesOf(rows: readonly FileRow<DiffFile>[]): Entry[] {
  const folders = Map.groupBy(rows, ({ file }) => file.folderPath);
  return [...folders].flatMap(([folder, inFolder]): Entry[] => [
    { folder, rows: inFolder },
    ...inFolder.map((row) => ({ row })),
  ]);
}

/** A folder above its files, with one choice for all of them. */
function FolderHeading(props: ComponentProps<typeof FolderChoices>) {
  return (
    <div className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-1.5">
      <Folder aria-hidden size={16} className="shrink-0 text-ink-soft" />
      <h3 className="min-w-0 flex-1 text-sm font-semibold break-all">{props.folder}</h3>
      <FolderChoices {...props} />
    </div>
  );
}
