import { classNames } from './class-names.ts';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { ariaSort, type TableColumn, type TableSort } from './table-column.ts';

export interface TableProps<Row> {
  /** Name of the table, for screen readers. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  /** Index of the first row in a list that is shown page by page. */
  firstIndex?: number;
  rowKey: (row: Row) => string;
  isRowSelected?: ((row: Row) => boolean) | undefined;
  /** Rows that have just changed: they flash once. */
  isRowNew?: ((row: Row) => boolean) | undefined;
  sort?: TableSort | null;
  /** Called when the header of a column with `sortBy` is pressed; without it, headers are plain text. */
  onSort?: (columnId: string) => void;
  className?: string | undefined;
}

/**
 * Table of loaded rows; use `EntityTable` for rows from the server. Below 768 px rows are stacked, with the names of
 * their columns (`table.css`). A table that is still too wide scrolls inside its own frame.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, firstIndex = 0, rowKey, isRowSelected, isRowNew, className } = props;
  const { sort = null, onSort } = props;
  return (
    // Focusable, so that the frame can be scrolled by keyboard; a group, because a card around it is the landmark.
    <div
      role="group"
      aria-label={caption}
      tabIndex={0}
      className={classNames('relative overflow-x-auto rounded-b-panel', className)}
    >
      {/* Explicit roles: elements that are not laid out as a table may lose their own. */}
      <table role="table" className="stacking-table w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row" className="border-b border-line-strong">
            {columns.map((column) => {
              const isSortable = onSort !== undefined && column.sortBy !== undefined;
              return (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  aria-sort={isSortable ? ariaSort(sort, column.id) : undefined}
                  className={classNames(
                    'px-4 py-2 font-semibold whitespace-nowrap text-ink-soft',
                    column.align === 'end' && 'text-right',
                  )}
                >
                  <TableHeaderCell column={column} sort={sort} onSort={isSortable ? onSort : undefined} />
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, index) => (
            <tr
              key={rowKey(row)}
              role="row"
              aria-current={isRowSelected?.(row) || undefined}
              className={classNames(
                isRowNew?.(row) && 'animate-flash',
                'border-b border-line bg-(--ground) last:border-b-0 hover:bg-[color-mix(in_srgb,var(--atrium-accent-soft)_40%,var(--ground))] aria-[current=true]:bg-accent-soft',
              )}
            >
              {columns.map((column) => (
                <TableCell key={column.id} column={column} row={row} index={firstIndex + index} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableCellProps<Row> {
  column: TableColumn<Row>;
  row: Row;
  index: number;
}

function TableCell<Row>({ column, row, index }: TableCellProps<Row>) {
  const className = classNames(
    'px-4 py-2 align-middle font-normal',
    column.align === 'end' && 'tabular text-right',
    column.isRowHeader && 'font-medium',
    column.isLong && 'max-md:col-span-full',
    // The buttons of a row stay visible while the rest scrolls under them.
    column.isHeaderHidden && 'sticky right-0 bg-inherit',
    column.className,
  );
  const content = column.cell(row, index);
  if (column.isRowHeader) {
    return (
      <th role="rowheader" scope="row" data-column={column.header} className={className}>
        {content}
      </th>
    );
  }
  return (
    <td role="cell" data-column={column.isHeaderHidden ? undefined : column.header} className={className}>
      {content}
    </td>
  );
}
