import { defaultKeyExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { EmptyState } from './EmptyState.tsx';
import { observeFrame, scrollFrame, UNKNOWN_FRAME } from './observe-frame.ts';
import { observeHeight } from './observe-height.ts';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { ariaSort, nextSort, sortRows, type TableColumn, type TableSort } from './table-column.ts';
import { useIsNarrow } from './use-is-narrow.ts';
import { type RowKeys, useRowKeys } from './use-row-keys.ts';

/** Rows rendered beyond each edge of the frame, so that scrolling shows them immediately. */
const HIDDEN_ROWS = 12;

interface VirtualTableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isRowSelected?: (row: Row) => boolean;
  /** Title shown when there are no rows. */
  emptyTitle?: ReactNode;
  /** Explains why there are no rows. */
  emptyHint?: ReactNode;
  /** The one thing to do about it. */
  emptyAction?: ReactNode;
  /** Height of a row in pixels: one for all, or an estimate per row. */
  rowHeight?: number | ((row: Row) => number);
  /** Allows rows to grow beyond `rowHeight` to fit their content. */
  isGrowing?: boolean;
  /** Sort order of rows that the caller sorts, because other parts of the page follow their order. */
  sorting?: TableSorting;
  /** The scrolling element, for a caller that moves focus to it. */
  frame?: RefObject<HTMLDivElement | null>;
  /** Keys that act on the rows; the current row is scrolled into view. */
  keys?: RowKeys<Row>;
  /** Detail shown below one row. */
  detail?: RowDetail<Row>;
  /** Below this width the frame scrolls sideways. */
  minWidth?: string;
  /** On narrow screens, stacks the values of a row below its name, so that nothing scrolls sideways. */
  isStacking?: boolean;
  /** Class that sets the height of the frame; `max-h-[32rem]` by default. */
  className?: string;
}

export interface TableSorting {
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
}

interface RowDetail<Row> {
  rowKey: string | null;
  /** Height in pixels. */
  height: number;
  render: (row: Row) => ReactNode;
}

/**
 * Table for thousands of rows. Only visible rows are mounted, but screen readers get an ordinary table. Heights, and
 * so positions, are known in advance; growing rows, and rows stacked on phones, are measured when mounted. The sort
 * order isn't kept in the address: the table shows files and tests to work on, not a list that the server returns.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    isRowSelected,
    sorting,
    keys,
    detail,
    rowHeight = 40,
    isGrowing = false,
    minWidth = '40rem',
    isStacking = false,
    emptyTitle = 'Nothing found',
    emptyHint = 'No row matches what is searched and filtered for.',
    emptyAction = null,
    className,
  } = props;
  const isNarrow = useIsNarrow();
  const isStacked = isStacking && isNarrow;
  const isMeasured = isStacked || isGrowing;
  const [ownSort, setOwnSort] = useState<TableSort | null>(null);
  const { sort, onSort } = sorting ?? { sort: ownSort, onSort: setOwnSort };
  const ownFrame = useRef<HTMLDivElement>(null);
  const frame = props.frame ?? ownFrame;
  const isSorted = sorting !== undefined;
  const sorted = useMemo(
    () => (isSorted ? rows : sortRows(rows, columns, sort)),
    [isSorted, rows, columns, sort],
  );
  const heightOf = (row: Row) => (typeof rowHeight === 'number' ? rowHeight : rowHeight(row));
  const isOpen = (row: Row) => detail !== undefined && rowKey(row) === detail.rowKey;
  // Measured heights stay with their rows when these are sorted or searched.
  const keyAt = useCallback((index: number) => rowKey(sorted[index] as Row), [sorted, rowKey]);
  const [hasHidden, setHasHidden] = useState(false);
  // Rendered after the visible rows, at low priority.
  useEffect(() => startTransition(() => setHasHidden(true)), []);
  // The head is sticky: rows must not be scrolled below the frame or under the head.
  const [headHeight, setHeadHeight] = useState(0);
  const head = useCallback(
    (element: Element | null) => (element ? observeHeight(element, setHeadHeight) : undefined),
    [],
  );
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => {
      const row = sorted[index] as Row;
      return heightOf(row) + (isOpen(row) ? (detail?.height ?? 0) : 0);
    },
    scrollPaddingEnd: headHeight,
    overscan: hasHidden ? HIDDEN_ROWS : 0,
    initialRect: UNKNOWN_FRAME,
    observeElementRect: observeFrame,
    scrollToFn: scrollFrame,
    getItemKey: isMeasured ? keyAt : defaultKeyExtractor,
  });
  const openKey = detail?.rowKey;
  // Heights of their own stay with their rows when these are sorted or searched.
  const ownHeights = typeof rowHeight === 'number' ? null : sorted;
  useEffect(() => {
    // Measured rows report their heights themselves, and would not report them again.
    if (!isGrowing) virtualizer.measure();
  }, [virtualizer, openKey, isStacked, isGrowing, ownHeights]);
  const currentIndex = keys ? sorted.findIndex((row) => rowKey(row) === keys.currentKey) : -1;
  useEffect(() => {
    if (currentIndex >= 0) virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
  }, [virtualizer, currentIndex]);
  const handleKeyDown = useRowKeys({ rows: sorted, rowKey, keys });
  if (rows.length === 0)
    return <EmptyState title={emptyTitle} isList hint={emptyHint} action={emptyAction} />;
  const gridTemplateColumns = columns.map((column) => column.width ?? 'minmax(8rem, 1fr)').join(' ');
  return (
    <div
      ref={frame}
      // Focusable, so that the frame can be scrolled by keyboard.
      tabIndex={0}
      role="table"
      aria-label={caption}
      aria-rowcount={rows.length + 1}
      onKeyDown={handleKeyDown}
      // A focused element in the sticky head is visible, so don't scroll for it.
      className={classNames(
        'relative overflow-auto text-sm has-[[data-head]:focus-within]:scroll-pt-0!',
        className ?? 'max-h-[32rem]',
      )}
      style={{ scrollPaddingTop: headHeight }}
    >
      <div
        ref={head}
        data-head
        role="rowgroup"
        style={isStacked ? undefined : { minWidth }}
        className="sticky top-0 z-1 border-b border-line-strong bg-surface"
      >
        <div
          role="row"
          aria-rowindex={1}
          className={isStacked ? 'flex flex-wrap' : 'grid'}
          style={isStacked ? undefined : { gridTemplateColumns }}
        >
          {columns.map((column) => (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={column.sortBy && ariaSort(sort, column.id)}
              className={classNames(
                'px-4 py-2 font-semibold text-ink-soft',
                column.align === 'end' && 'text-right',
                isStacked && !column.sortBy && 'sr-only',
              )}
            >
              <TableHeaderCell
                column={column}
                sort={sort}
                onSort={column.sortBy && ((id) => onSort(nextSort(sort, id)))}
              />
            </div>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className="relative"
        style={{ height: virtualizer.getTotalSize(), ...(!isStacked && { minWidth }) }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = sorted[index] as Row;
          return (
            <VirtualRow
              key={rowKey(row)}
              row={row}
              rowKey={rowKey(row)}
              index={index}
              columns={columns}
              isSelected={isRowSelected?.(row) ?? keys?.currentKey === rowKey(row)}
              top={start}
              height={heightOf(row)}
              isStacked={isStacked}
              isGrowing={isGrowing}
              measure={isMeasured ? virtualizer.measureElement : undefined}
              gridTemplateColumns={gridTemplateColumns}
              detail={isOpen(row) ? detail : undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

interface VirtualRowProps<Row> {
  row: Row;
  rowKey: string;
  index: number;
  columns: readonly TableColumn<Row>[];
  isSelected: boolean;
  top: number;
  height: number;
  isStacked: boolean;
  isGrowing: boolean;
  /** Set where a row is as tall as it needs. */
  measure: ((element: HTMLElement | null) => void) | undefined;
  gridTemplateColumns: string;
  detail: RowDetail<Row> | undefined;
}

/** Memoized, because rows change one by one while a table is shown. */
const VirtualRow = memo(function VirtualRow<Row>(props: VirtualRowProps<Row>) {
  const {
    row,
    rowKey,
    index,
    columns,
    isSelected,
    top,
    height,
    isStacked,
    isGrowing,
    measure,
    gridTemplateColumns,
    detail,
  } = props;
  return (
    <div
      role="presentation"
      ref={measure}
      data-index={index}
      className="absolute top-0 left-0 w-full"
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        role="row"
        aria-rowindex={index + 2}
        data-row-key={rowKey}
        aria-current={isSelected || undefined}
        className={classNames(
          'items-center border-b border-line hover:bg-accent-soft/40 aria-[current=true]:bg-accent-soft',
          isStacked ? 'flex flex-wrap gap-y-1 py-2' : 'grid',
          !isStacked && isGrowing && 'py-1',
        )}
        style={isStacked ? undefined : { gridTemplateColumns, [isGrowing ? 'minHeight' : 'height']: height }}
      >
        {columns.map((column) => (
          <div
            key={column.id}
            role={column.isRowHeader ? 'rowheader' : 'cell'}
            className={classNames(
              'min-w-0 px-4',
              isStacked ? column.isRowHeader && 'w-full wrap-anywhere' : 'truncate',
              column.align === 'end' && 'tabular text-right',
              column.className,
            )}
          >
            {isStacked && !column.isRowHeader && !column.isHeaderHidden && (
              <span aria-hidden className="mr-1 text-xs text-ink-soft">
                {column.header}
              </span>
            )}
            {column.cell(row, index)}
          </div>
        ))}
      </div>
      {detail && (
        <div role="row" className="flex w-full border-b border-line" style={{ height: detail.height }}>
          <div role="cell" aria-colspan={columns.length} className="flex min-h-0 min-w-0 flex-1 flex-col">
            {detail.render(row)}
          </div>
        </div>
      )}
    </div>
  );
}) as <Row>(props: VirtualRowProps<Row>) => ReactNode;
