import { EntityList, type EntityListProps } from './EntityList.tsx';
import { Table, type TableProps } from './Table.tsx';
import { TableSkeleton } from './TableSkeleton.tsx';
import { nextSort, sortRows, type TableSort } from './table-column.ts';
import { useListAddress } from './use-list-address.ts';

interface EntityTableProps<Row>
  extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'isRowSelected' | 'className'>,
    Omit<EntityListProps<Row>, 'label' | 'order' | 'skeleton'> {
  /** Order of the rows if the address has none. */
  initialSort?: TableSort;
  /** How many rows to reserve space for while they load. */
  expectedRows?: number;
}

/**
 * A list as a table: `query={useQuery(sessionsQuery())}`, or `query={usePages(searchBonuses, …)}` if the server returns
 * it page by page. The headers of columns with `sortBy` sort lists that the server returns as a whole.
 */
export function EntityTable<Row>(props: EntityTableProps<Row>) {
  const { caption, columns, rowKey, isRowSelected, className, initialSort, expectedRows, ...list } = props;
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
          sort={sort}
          onSort={(columnId) => address.change({ sort: nextSort(sort, columnId) })}
          className={className}
        />
      )}
    </EntityList>
  );
}
