import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { EmptyState } from './EmptyState.tsx';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { ariaSort, nextSort, sortRows, type TableColumn, type TableSort } from './table-column.ts';

interface TableProps<Row> {
  /** Name of the table, for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isRowSelected?: (row: Row) => boolean;
  emptyText?: ReactNode;
  initialSort?: TableSort;
  className?: string;
}

/** A table that scrolls inside its own frame where it is too wide, so that the page never does. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, isRowSelected, emptyText, initialSort = null, className } = props;
  const [sort, setSort] = useState<TableSort | null>(initialSort);
  if (rows.length === 0) return <EmptyState text={emptyText ?? 'No data to display'} />;
  return (
    // Focusable, so that the frame can be scrolled by keyboard; a group, because a card around it is the landmark.
    <div
      role="group"
      aria-label={caption}
      tabIndex={0}
      className={classNames('relative overflow-x-auto', className)}
    >
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={column.sortBy && ariaSort(sort, column.id)}
                className={classNames(
                  'px-4 py-2 font-semibold whitespace-nowrap text-ink-soft',
                  column.align === 'end' && 'text-right',
                )}
              >
                <TableHeaderCell column={column} sort={sort} onSort={(id) => setSort(nextSort(sort, id))} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sortRows(rows, columns, sort).map((row, index) => (
            <tr
              key={rowKey(row)}
              aria-current={isRowSelected?.(row) || undefined}
              className="border-b border-line last:border-b-0 hover:bg-accent-soft/40 aria-[current=true]:bg-accent-soft"
            >
              {columns.map((column) => {
                const Cell = column.isRowHeader ? 'th' : 'td';
                return (
                  <Cell
                    key={column.id}
                    {...(column.isRowHeader && { scope: 'row' })}
                    className={classNames(
                      'px-4 py-2 align-middle font-normal',
                      column.align === 'end' && 'tabular text-right',
                      column.isRowHeader && 'font-medium',
                      // On a narrow screen the buttons of a row stay in sight while the rest scrolls under them.
                      column.isHeaderHidden && 'max-sm:sticky max-sm:right-0 max-sm:bg-surface',
                      column.className,
                    )}
                  >
                    {column.cell(row, index)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
