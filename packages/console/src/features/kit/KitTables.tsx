import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Collapsible } from '../../ui/Collapsible.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ListQuery } from '../../ui/EntityList.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { VirtualTable } from '../../ui/VirtualTable.tsx';

interface Row {
  name: string;
  uri: string;
  calls: number;
}

const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, isRowHeader: true, sortBy: (row) => row.name },
  { id: 'uri', header: 'URI', cell: (row) => row.uri },
  { id: 'state', header: 'State', cell: () => <Badge tone="ok">UP</Badge> },
  { id: 'calls', header: 'Calls', cell: (row) => row.calls, align: 'end', sortBy: (row) => row.calls },
];

const rows = Array.from({ length: 10_000 }, (_, index) => ({
  name: `function-${index}`,
  uri: `/services/hyper-dispatch/invoke/${index}`,
  calls: (index * 7919) % 1000,
}));

const listed: ListQuery<Row> = {
  data: rows.slice(0, 12),
  error: null,
  errorUpdateCount: 0,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
};

const nothing = { hint: 'Nothing was called yet.', action: null };

const steps = [
  { id: 'pull', label: 'Enter Your Credentials' },
  { id: 'manifest', label: 'Remote Content (Preview)' },
  { id: 'diff', label: 'Merge Changes' },
  { id: 'tests', label: 'Test Runner' },
];

export function KitTables() {
  return (
    <>
      <Card title="Steps">
        <Stepper steps={steps} currentId="manifest" onGoTo={() => undefined} />
      </Card>
      <Card title="Table" isFlush>
        <EntityTable
          caption="Services"
          query={listed}
          columns={columns}
          rowKey={(row) => row.name}
          pageSize={4}
          pagingText={({ total, first, last }) =>
            `A total of ${total} price listings. Showing results ${first} to ${last}`
          }
          empty={nothing}
        />
      </Card>
      <Card title="Table that is loaded" isFlush>
        <EntityTable
          caption="Loading"
          query={{ ...listed, data: undefined }}
          columns={columns}
          rowKey={(row) => row.name}
          empty={nothing}
        />
      </Card>
      <Card title="Table of 10,000 rows" isFlush>
        <VirtualTable caption="Functions" columns={columns} rows={rows} rowKey={(row) => row.name} />
      </Card>
      <Card title="Nothing there">
        <EmptyState title="No budgets yet" hint="What will be here, or why there is nothing." action={null} />
        <Collapsible title="Services status">All services are up.</Collapsible>
      </Card>
    </>
  );
}
