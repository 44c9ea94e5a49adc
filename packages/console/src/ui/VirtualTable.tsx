import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { EmptyState } from './EmptyState.tsx';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { ariaSort, nextSort, sortRows, type TableColumn, type TableSort } from './table-column.ts';
import { type RowKeys, useRowKeys } from './use-row-keys.ts';

interface VirtualTableProps<Row> {
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isRowSelected?: (row: Row) => boolean;
  emptyText?: ReactNode;
  /** Height of a row in pixels; every row has the same. */
  rowHeight?: number;
  /** Keys that act on the rows. */
  keys?: RowKeys<Row>;
  /** What is shown below one row. */
  detail?: RowDetail<Row>;
  /** Below this width the frame scrolls sideways. */
  minWidth?: string;
  /** Class that sets the height of the frame; `max-h-[32rem]` by default. */
  className?: string;
}

interface RowDetail<Row> {
  rowKey: string | null;
  /** Its height in pixels. */
  height: number;
  render: (row: Row) => ReactNode;
}

/**
 * A table for thousands of rows: only those in view exist, but it reads as an ordinary table. Its rows are not stacked on
 * phones, as those of `Table` are, because their positions are known in advance only if all have the same height. Its
 * order is not in the address: it shows files and tests to work on, not a list that the server returns.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    isRowSelected,
    keys,
    detail,
    emptyText,
    rowHeight = 40,
    minWidth = '40rem',
    className,
  } = props;
  const [sort, setSort] = useState<TableSort | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const isOpen = (row: Row) => detail !== undefined && rowKey(row) === detail.rowKey;
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => rowHeight + (isOpen(sorted[index] as Row) ? (detail?.height ?? 0) : 0),
    overscan: 12,
  });
  const openKey = detail?.rowKey;
  useEffect(() => virtualizer.measure(), [virtualizer, openKey]);
  const handleKeyDown = useRowKeys({
    rows: sorted,
    rowKey,
    keys,
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  });
  if (rows.length === 0) return <EmptyState text={emptyText ?? 'No data to display'} />;
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
      className={classNames('relative overflow-auto text-sm', className ?? 'max-h-[32rem]')}
    >
      <div
        role="rowgroup"
        style={{ minWidth }}
        className="sticky top-0 z-1 border-b border-line-strong bg-surface"
      >
        <div role="row" aria-rowindex={1} className="grid" style={{ gridTemplateColumns }}>
          {columns.map((column) => (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={column.sortBy && ariaSort(sort, column.id)}
              className={classNames(
                'px-4 py-2 font-semibold text-ink-soft',
                column.align === 'end' && 'text-right',
              )}
            >
              <TableHeaderCell
                column={column}
                sort={sort}
                onSort={column.sortBy && ((id) => setSort(nextSort(sort, id)))}
              />
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize(), minWidth }}>
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
              height={rowHeight}
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
  gridTemplateColumns: string;
  detail: RowDetail<Row> | undefined;
}

/** Drawn again only when something of it changed: rows change one by one while a table is shown. */
const VirtualRow = memo(function VirtualRow<Row>(props: VirtualRowProps<Row>) {
  const { row, rowKey, index, columns, isSelected, top, height, gridTemplateColumns, detail } = props;
  const drawn = (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row-key={rowKey}
      aria-current={isSelected || undefined}
      className="absolute top-0 left-0 grid w-full items-center border-b border-line hover:bg-accent-soft/40 aria-[current=true]:bg-accent-soft"
      style={{ gridTemplateColumns, height, transform: `translateY(${top}px)` }}
    >
      {columns.map((column) => (
        <div
          key={column.id}
          role={column.isRowHeader ? 'rowheader' : 'cell'}
          className={classNames(
            'min-w-0 truncate px-4',
            column.align === 'end' && 'tabular text-right',
            column.className,
          )}
        >
          {column.cell(row, index)}
        </div>
      ))}
    </div>
  );
  if (!detail) return drawn;
  return (
    <>
      {drawn}
      <div
        role="row"
        className="absolute flex w-full border-b border-line"
        style={{ top: top + height, height: detail.height }}
      >
        <div role="cell" aria-colspan={columns.length} className="flex min-h-0 min-w-0 flex-1 flex-col">
          {detail.render(row)}
        </div>
      </div>
    </>
  );
}) as <Row>(props: VirtualRowProps<Row>) => ReactNode;
