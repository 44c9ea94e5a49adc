import { useState } from 'react';
import { Badge } from '../Badge.tsx';
import { Card } from '../Card.tsx';
import { Collapsible } from '../Collapsible.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { Pagination } from '../Pagination.tsx';
import { Stepper } from '../Stepper.tsx';
import { Table } from '../Table.tsx';
import type { TableColumn } from '../table-column.ts';
import { VirtualTable } from '../VirtualTable.tsx';

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

const steps = [
  { id: 'pull', label: 'Enter Your Credentials' },
  { id: 'manifest', label: 'Remote Content (Preview)' },
  { id: 'diff', label: 'Merge Changes' },
  { id: 'tests', label: 'Test Runner' },
];

export function KitTables() {
  const [page, setPage] = useState(0);
  return (
    <>
      <Card title="Steps">
        <Stepper steps={steps} currentId="manifest" onGoTo={() => undefined} />
      </Card>
      <Card title="Table" isFlush>
        <Table
          caption="Services"
          columns={columns}
          rows={rows.slice(page * 4, page * 4 + 4)}
          rowKey={(row) => row.name}
        />
        <div className="px-4">
          <Pagination
            page={page}
            totalPages={3}
            onChange={setPage}
            text={`A total of 12 price listings. Showing results ${page * 4 + 1} to ${page * 4 + 4}`}
          />
        </div>
      </Card>
      <Card title="Table of 10,000 rows" isFlush>
        <VirtualTable caption="Functions" columns={columns} rows={rows} rowKey={(row) => row.name} />
      </Card>
      <Card title="Nothing there">
        <EmptyState />
        <Collapsible title="Services status">All services are up.</Collapsible>
      </Card>
    </>
  );
}
