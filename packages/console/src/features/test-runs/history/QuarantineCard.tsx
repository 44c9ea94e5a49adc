import { deleteQuarantine, listQuarantines, type Quarantine } from '@atrium/contract/test-runs/quarantine';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { Help } from '../../../layout/Help.tsx';
import { formatDayMonthYear } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';

const columns: TableColumn<Quarantine>[] = [
  {
    id: 'test',
    header: 'Test',
    isRowHeader: true,
    className: 'wrap-anywhere',
    // With its service: two of them may have a test at the same path.
    cell: ({ id }) => id,
  },
  { id: 'reason', header: 'Reason', isLong: true, className: 'wrap-anywhere', cell: ({ reason }) => reason },
  {
    id: 'until',
    header: 'Last day',
    sortBy: ({ until }) => until,
    cell: ({ until }) => formatDayMonthYear(until, 'UTC'),
  },
  { id: 'user', header: 'By', cell: ({ user }) => user },
  { id: 'delete', header: 'Delete', isHeaderHidden: true, cell: ({ id }) => <EndQuarantine id={id} /> },
];

/** The tests whose failures do not count today, and until when. */
export function QuarantineCard() {
  const quarantines = useQuery(endpointQuery(listQuarantines, {}));
  return (
    <Card title="In quarantine" description={<Help topic="quarantine" />} isFlush className="lg:col-span-2">
      <EntityTable
        caption="Tests in quarantine"
        name="quarantines"
        query={quarantines}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'No test is in quarantine. A failed test can be put there, with a reason and a last day, so that it does not fail every run.',
          action: (
            <AppLink href={paths.testRunnerDashboard()} className={buttonClass()}>
              Show the latest run
            </AppLink>
          ),
        }}
      />
    </Card>
  );
}

function EndQuarantine({ id }: { id: string }) {
  const removal = useRemove(deleteQuarantine, {
    question: `Are you sure you want to take the test "${id}" out of quarantine? If it fails, it fails the next run.`,
    request: { query: { id } },
    invalidates: [listQuarantines],
  });
  const refusal = useRefusal(deleteQuarantine);
  return <DeleteAction name={`quarantine of ${id}`} removal={removal} refusal={refusal} />;
}
