import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableSort } from './table-column.ts';

interface TableHeaderCellProps {
  column: { id: string; header: ReactNode; isHeaderHidden?: boolean; sortBy?: unknown };
  sort: TableSort | null;
  onSort: (columnId: string) => void;
}

/** Text of a column's header; a button where the column can be sorted. */
export function TableHeaderCell({ column, sort, onSort }: TableHeaderCellProps) {
  if (column.isHeaderHidden) return <span className="sr-only">{column.header}</span>;
  // As high as the buttons beside it, so that all headers stand on one line.
  if (!column.sortBy) return <span className="inline-flex min-h-6 items-center">{column.header}</span>;
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
