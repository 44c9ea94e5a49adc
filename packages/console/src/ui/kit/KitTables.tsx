import { Card } from '../Card.tsx';
import { Collapsible } from '../Collapsible.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { EntityTable } from '../EntityTable.tsx';
import { Stepper } from '../Stepper.tsx';
import { VirtualTable } from '../VirtualTable.tsx';
import { columns, listed, rows } from './kit-rows.tsx';

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
        <EmptyState hint="What will be here, or why there is nothing." action={null} />
        <Collapsible title="Services status">All services are up.</Collapsible>
      </Card>
    </>
  );
}
