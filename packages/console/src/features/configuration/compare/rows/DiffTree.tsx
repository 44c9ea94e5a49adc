import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { ArrowRight, Check, ChevronDown, ChevronRight, Undo2 } from '../../../../ui/icons.ts';
import { TriangleAlert } from '../../../../ui/message-icons.ts';
import { observeFrame } from '../../../../ui/observe-frame.ts';
import { type RowKeys, useRowKeys } from '../../../../ui/use-row-keys.ts';
import type { ServiceChoices } from '../../decisions/diff-choices.ts';
import { isRowUndecided, isUndecided } from '../../decisions/metadata-pairs.ts';
import type { ServiceDiff } from '../../differences/service-diffs.ts';
import { changedSideLabels, diffTypeLabels } from '../../files/labels.ts';
import { type DiffRow, type FileEntry, type FolderEntry, keyOfRow } from '../diff-rows.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { FilePlaceText } from './FilePlaceText.tsx';
import { choiceText, mergeText, sideIcons } from './FileState.tsx';

/** A line of the tree; a service precedes its folders and files. */
export type TreeEntry =
  | {
      readonly kind: 'service';
      readonly key: string;
      readonly diff: ServiceDiff;
      /** Folder that all files below are in; empty if it has a line of its own. */
      readonly head: string;
    }
  | FolderEntry
  | FileEntry;

const HEIGHTS = { service: 32, folder: 28, file: 30 };
/** Estimate for a file with its details; measured when mounted. */
const DETAILED = 84;

interface DiffTreeProps {
  frame: RefObject<HTMLDivElement | null>;
  entries: readonly TreeEntry[];
  /** The rows of the entries. */
  rows: readonly DiffRow[];
  keys: RowKeys<DiffRow>;
  choicesOf: (serviceId: string) => ServiceChoices;
  /** Whether submitting the choices loses a change made here. */
  isLost: (row: DiffRow) => boolean;
  closed: ReadonlySet<string>;
  onToggle: (folderKey: string) => void;
  serviceLine: (diff: ServiceDiff, head: string) => ReactNode;
  folderMenu: (entry: FolderEntry) => ReactNode;
  /** Details of a file, for the list view; the tree shows names only. */
  details: ((row: DiffRow) => ReactNode) | undefined;
}

/** The files of all services below their folders; of thousands, only the visible ones exist. */
export function DiffTree(props: DiffTreeProps) {
  const { frame, entries, rows, keys, choicesOf, isLost, closed, details } = props;
  const { currentKey } = keys;
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => frame.current,
    observeElementRect: observeFrame,
    initialRect: { width: 0, height: 800 },
    estimateSize: (index) => {
      const { kind } = entries[index] as TreeEntry;
      return kind === 'file' && details ? DETAILED : HEIGHTS[kind];
    },
    getItemKey: (index) => (entries[index] as TreeEntry).key,
    overscan: 12,
  });
  const handleKeyDown = useRowKeys({ rows, rowKey: keyOfRow, keys, hasArrows: true });
  const currentIndex = entries.findIndex(({ kind, key }) => kind === 'file' && key === currentKey);
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
  }, [virtualizer, currentIndex]);
  return (
    <section
      ref={frame}
      onKeyDown={handleKeyDown}
      aria-label="Changed files"
      // Focusable, so that the keys work and the frame can be scrolled by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto -outline-offset-2"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const entry = entries[index] as TreeEntry;
          return (
            <li
              key={key}
              ref={details ? virtualizer.measureElement : undefined}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={entries.length}
              className="absolute top-0 left-0 w-full"
              style={{
                transform: `translateY(${start}px)`,
                ...(!details && { height: HEIGHTS[entry.kind] }),
              }}
            >
              {entry.kind === 'service' ? (
                props.serviceLine(entry.diff, entry.head)
              ) : entry.kind === 'folder' ? (
                <FolderLine
                  entry={entry}
                  isClosed={closed.has(entry.key)}
                  onToggle={() => props.onToggle(entry.key)}
                  menu={props.folderMenu(entry)}
                />
              ) : (
                <FileLine
                  entry={entry}
                  choices={choicesOf(entry.row.serviceId)}
                  isLost={isLost(entry.row)}
                  isCurrent={entry.key === currentKey}
                  details={details?.(entry.row)}
                  onSelect={() => keys.onCurrent(entry.key)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface FolderLineProps {
  entry: FolderEntry;
  isClosed: boolean;
  onToggle: () => void;
  menu: ReactNode;
}

function FolderLine({ entry, isClosed, onToggle, menu }: FolderLineProps) {
  const Icon = isClosed ? ChevronRight : ChevronDown;
  return (
    <div className="flex h-7 items-center gap-1 pr-1">
      <button
        type="button"
        aria-expanded={!isClosed}
        title={entry.path}
        onClick={onToggle}
        className="flex h-full min-w-0 flex-1 items-center gap-1 text-left text-xs font-semibold text-ink-soft -outline-offset-2 hover:text-ink"
        style={{ paddingLeft: `${entry.depth * 0.75 + 0.5}rem` }}
      >
        <Icon aria-hidden size={14} className="shrink-0" />
        <span className="truncate">{entry.label}</span>
      </button>
      {menu}
    </div>
  );
}

interface FileLineProps {
  entry: FileEntry;
  choices: ServiceChoices;
  isLost: boolean;
  isCurrent: boolean;
  details: ReactNode;
  onSelect: () => void;
}

function FileLine({ entry, choices, isLost, isCurrent, details, onSelect }: FileLineProps) {
  const { row, depth, key } = entry;
  const { file } = row;
  return (
    <div
      data-row-key={key}
      aria-current={isCurrent || undefined}
      className="h-full hover:bg-accent-soft/50 aria-[current=true]:bg-accent-soft"
    >
      <button
        type="button"
        // The frame is the stop of the Tab key; arrows move between files.
        tabIndex={isCurrent ? 0 : -1}
        title={filePathOf(file)}
        onClick={onSelect}
        className={classNames(
          'flex w-full items-center gap-2 pr-3 text-left text-sm -outline-offset-2',
          details ? 'pt-1.5' : 'h-full',
          isCurrent && 'font-semibold',
        )}
        style={{ paddingLeft: `${depth * 0.75 + 0.75}rem` }}
      >
        <span
          className={classNames(
            'min-w-0 flex-1 truncate',
            file.type === 'DELETED' && 'line-through decoration-ink-soft',
          )}
        >
          {file.name}
          {file.movedTo && (
            <>
              <ArrowRight aria-label="moves to" size={13} className="mx-1 inline" />
              {file.movedTo.name === file.name ? file.movedTo.folderPath : file.movedTo.name}
            </>
          )}
        </span>
        {isLost && (
          <span title="Discards what is live" className="shrink-0 text-warn">
            <Undo2 aria-hidden size={14} />
            <span className="sr-only">discards what is live, </span>
          </span>
        )}
        <ChangedLines file={file} />
        <SideMark row={row} choices={choices} />
        <span className="sr-only">{stateText(row, choices)}</span>
      </button>
      {details && (
        <div
          className="flex flex-col gap-0.5 pr-3 pb-1.5"
          style={{ paddingLeft: `${depth * 0.75 + 0.75}rem` }}
        >
          <span className="text-xs text-ink-soft">
            <FilePlaceText file={file} />
          </span>
          {details}
        </div>
      )}
    </div>
  );
}

/** The side that changed the file; a conflict is red until it is decided. */
function SideMark({ row, choices }: { row: DiffRow; choices: ServiceChoices }) {
  const { file } = row;
  if (isRowUndecided(choices, row)) {
    return <TriangleAlert aria-hidden size={15} className="shrink-0 text-danger" />;
  }
  if (file.merge === 'CONFLICT') return <Check aria-hidden size={15} className="shrink-0 text-ok" />;
  if (!file.side) return null;
  const Icon = sideIcons[file.side];
  return <Icon aria-hidden size={14} className="shrink-0 text-ink-soft" />;
}

/** Type, side and choice of a row, in words. */
export function stateText(row: DiffRow, choices: ServiceChoices): string {
  const { file } = row;
  const side =
    file.side &&
    `${changedSideLabels[file.side]}${file.side === 'BOTH' ? mergeText(file, !isUndecided(choices, file)) : ''}`;
  return [diffTypeLabels[file.type], side, choiceText(row, choices)].filter(Boolean).join(', ');
}
