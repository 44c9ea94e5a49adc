import { deleteRunTime, listRunTimes, type RunTime, saveRunTime } from '@atrium/contract/test-runs/timetable';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { Help } from '../../../layout/Help.tsx';
import { formatDayMonthYearTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CalendarClock, Pencil } from '../../../ui/icons.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { runTimeText } from './run-time-text.ts';

const timetableColumns: TableColumn<RunTime>[] = [
  { id: 'when', header: 'When', isRowHeader: true, cell: runTimeText },
  {
    id: 'tests',
    header: 'Tests',
    cell: ({ serviceIds, retries }) => {
      const which = serviceIds.length === 0 ? 'All' : serviceIds.join(', ');
      return retries === 0 ? which : `${which}; up to ${retries === 1 ? '1 retry' : `${retries} retries`}`;
    },
  },
  { id: 'user', header: 'Run As', cell: ({ user }) => user },
  {
    id: 'next',
    header: 'Next',
    className: 'whitespace-nowrap',
    cell: ({ nextAt }) => (nextAt === null ? <Badge>Paused</Badge> : formatDayMonthYearTime(nextAt)),
  },
  { id: 'last', header: 'Last', isLong: true, cell: ({ last }) => <LastTime last={last} /> },
];

function LastTime({ last }: Pick<RunTime, 'last'>) {
  if (last === null) return <span className="text-ink-soft">Not yet</span>;
  const at = formatDayMonthYearTime(last.at);
  if (last.runId === null)
    return (
      <span>
        {at}: {last.note}
      </span>
    );
  return (
    <>
      <AppLink className="link" href={paths.testRunnerDashboard({ runId: last.runId })}>
        {at}
      </AppLink>
      {last.note !== null && <span className="block text-sm text-ink-soft">{last.note}</span>}
    </>
  );
}

const RunTimeDialog = lazyDialog(async () => (await import('./RunTimeDialog.tsx')).RunTimeDialog);

/** The times at which tests run by themselves. */
export function TimetableView() {
  const times = useQuery({ ...endpointQuery(listRunTimes, {}), staleTime: 0 });
  const [edited, setEdited] = useState<RunTime | 'new' | null>(null);
  const refusal = useRefusal(saveRunTime);
  const addButton = (
    <Button icon={<CalendarClock aria-hidden size={16} />} refusal={refusal} onClick={() => setEdited('new')}>
      Add a time
    </Button>
  );
  return (
    <Card
      title="Timetable"
      description={<Help topic="timetable" />}
      actions={times.data?.length ? addButton : undefined}
      isFlush
    >
      <EntityTable
        caption="Timetable"
        name="times"
        query={times}
        columns={[
          ...timetableColumns,
          {
            id: 'actions',
            header: 'Actions',
            isHeaderHidden: true,
            align: 'end',
            cell: (time) => <RunTimeActions time={time} onEdit={() => setEdited(time)} />,
          },
        ]}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Tests can run automatically: every day, Monday to Friday, or every hour.',
          action: addButton,
        }}
      />
      {edited !== null && (
        <Suspense fallback={null}>
          <RunTimeDialog time={edited === 'new' ? undefined : edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Card>
  );
}

function RunTimeActions({ time, onEdit }: { time: RunTime; onEdit: () => void }) {
  const name = runTimeText(time);
  const removal = useRemove(deleteRunTime, {
    question: `Are you sure you want to delete the time "${name}"? Tests will no longer run at this time.`,
    request: { params: { id: time.id } },
    invalidates: [listRunTimes],
  });
  const mayNotChange = useRefusal(saveRunTime);
  const mayNotDelete = useRefusal(deleteRunTime);
  return (
    <span className="flex justify-end">
      <IconButton
        label={`Change ${name}`}
        icon={<Pencil aria-hidden size={18} />}
        refusal={mayNotChange}
        onClick={onEdit}
      />
      <DeleteAction name={name} removal={removal} refusal={mayNotDelete} />
    </span>
  );
}
