import { classNames } from './class-names.ts';
import { EntityList, type EntityListProps } from './EntityList.tsx';
import { Table, type TableProps } from './Table.tsx';
import { nextSort, sortRows, type TableSort } from './table-column.ts';
import { useListAddress } from './use-list-address.ts';

interface EntityTableProps<Row>
  extends Pick<
      TableProps<Row>,
      'caption' | 'columns' | 'rowKey' | 'isRowSelected' | 'isRowNew' | 'className'
    >,
    Omit<EntityListProps<Row>, 'label' | 'order' | 'skeleton'> {
  /** Order of the rows if the address has none. */
  initialSort?: TableSort;
  /** Number of rows to reserve space for while loading. */
  expectedRows?: number;
}

/**
 * A list as a table: `query={useQuery(sessionsQuery())}`, or `query={usePages(searchBonuses, …)}` if the server returns
 * it page by page. The headers of columns with `sortBy` sort lists that the server returns as a whole.
 */
export function EntityTable<Row>(props: EntityTableProps<Row>) {
  const { caption, columns, rowKey, isRowSelected, isRowNew, className, initialSort, expectedRows, ...list } =
    props;
  const address = useListAddress(list.name);
  const sort = address.sort ?? initialSort ?? null;
  return (
    <EntityList<Row>
      {...list}
      label={caption}
      order={(rows) => sortRows(rows, columns, sort)}
      skeleton={<TableSkeleton label={`Loading ${caption}`} columns={columns} rows={expectedRows} />}
    >
      {(rows, firstIndex) => (
        <Table
          caption={caption}
          columns={columns}
          rows={rows}
          firstIndex={firstIndex}
          rowKey={rowKey}
          isRowSelected={isRowSelected}
          isRowNew={isRowNew}
          sort={sort}
          onSort={(columnId) => address.change({ sort: nextSort(sort, columnId) })}
          className={className}
        />
      )}
    </EntityList>
  );
}

interface TableSkeletonProps {
  label: string;
  columns: readonly { id: string; isRowHeader?: boolean; isHeaderHidden?: boolean; sortBy?: unknown }[];
  rows?: number | undefined;
}

/** Reserves the space of a table that is loading: rows about as high as they will be, wide and stacked. */
function TableSkeleton({ label, columns, rows = 3 }: TableSkeletonProps) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div
        aria-hidden
        className={classNames(
          'h-10 border-b border-line-strong max-md:border-0',
          columns.every(({ sortBy }) => sortBy === undefined) && 'max-md:hidden',
        )}
      />
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          aria-hidden
          className="flex items-center gap-8 border-b border-line px-4 py-2 last:border-b-0 max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(7.25rem,1fr))] max-md:gap-x-3 max-md:gap-y-2 max-md:py-3"
        >
          {columns.map(({ id, isRowHeader, isHeaderHidden }) => (
            <span
              key={id}
              className={classNames(
                'flex-1 animate-pulse rounded-control bg-sunken',
                isHeaderHidden ? 'h-8 max-md:col-span-full' : 'h-5 max-md:h-9.5',
                isRowHeader && 'max-md:-order-1 max-md:col-span-full',
              )}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
