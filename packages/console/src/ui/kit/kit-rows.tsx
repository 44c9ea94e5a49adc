import { Badge } from '../Badge.tsx';
import type { ListQuery } from '../EntityList.tsx';
import type { TableColumn } from '../table-column.ts';

interface Row {
  name: string;
  uri: string;
  calls: number;
}

export const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, isRowHeader: true, sortBy: (row) => row.name },
  { id: 'uri', header: 'URI', cell: (row) => row.uri },
  { id: 'state', header: 'State', cell: () => <Badge tone="ok">UP</Badge> },
  { id: 'calls', header: 'Calls', cell: (row) => row.calls, align: 'end', sortBy: (row) => row.calls },
];

export const rows = Array.from({ length: 10_000 }, (_, index) => ({
  name: `function-${index}`,
  uri: `/services/hyper-dispatch/invoke/${index}`,
  calls: (index * 7919) % 1000,
}));

export const listed: ListQuery<Row> = {
  data: rows.slice(0, 12),
  error: null,
  errorUpdateCount: 0,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
};
