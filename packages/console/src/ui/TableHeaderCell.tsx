import { ArrowDown, ArrowUp, ChevronsUpDown } from './icons.ts';
import type { TableSort } from './table-column.ts';

interface TableHeaderCellProps {
  column: { id: string; header: string; isHeaderHidden?: boolean };
  sort: TableSort | null;
  /** Undefined if rows cannot be sorted by this column. */
  onSort: ((columnId: string) => void) | undefined;
}

/** Text of a column's header; a button where the column can be sorted. */
export function TableHeaderCell({ column, sort, onSort }: TableHeaderCellProps) {
  if (column.isHeaderHidden) return <span className="sr-only">{column.header}</span>;
  // Same height as the buttons next to it, so that all headers are on one line.
  if (!onSort) return <span className="inline-flex min-h-6 items-center">{column.header}</span>;
  const isSorted = sort?.columnId === column.id;
  const Icon = !isSorted ? ChevronsUpDown : sort.isDescending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={() => onSort(column.id)}
      className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-control px-1 hover:text-accent"
    >
      {column.header}
      <Icon aria-hidden size={14} />
    </button>
  );
}
