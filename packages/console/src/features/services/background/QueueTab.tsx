import {
  dropRun,
  listQueue,
  type QueuedRun,
  type QueueState,
  retryRun,
} from '@atrium/contract/service-api/functions/background';
import { serviceUri } from '@atrium/contract/services/service';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { useRemove } from '../../../api/use-remove.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DeleteAction } from '../../../ui/DeleteAction.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { OutcomeBadge } from '../../../ui/OutcomeBadge.tsx';
import { Select } from '../../../ui/Select.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { queueQuery } from './background.queries.ts';
import { SchedulesCard } from './SchedulesCard.tsx';

const FOLLOW_MS = 5_000;

/** Queued runs of functions, and schedules. */
export function QueueTab({ serviceId }: { serviceId: string }) {
  return (
    <div className="flex flex-col gap-5">
      <QueueCard serviceId={serviceId} />
      <SchedulesCard serviceId={serviceId} />
    </div>
  );
}

/** Runs that wait, run or have failed. Completed runs are in the log. */
function QueueCard({ serviceId }: { serviceId: string }) {
  const [state, setState] = useState<QueueState | undefined>();
  const queue = useInfiniteQuery({ ...queueQuery(serviceId, state), refetchInterval: FOLLOW_MS });
  const counts = queue.data?.pages[0]?.counts;
  const label = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${count.toLocaleString('en-US')})`;
  const columns: TableColumn<QueuedRun>[] = [
    {
      id: 'function',
      header: 'Function',
      isRowHeader: true,
      cell: (run) => (
        <>
          <AppLink href={paths.service(serviceId, { function: run.function })} className="link wrap-anywhere">
            {run.function}
          </AppLink>
          <span className="block text-sm font-normal text-ink-soft wrap-anywhere">{reasonOf(run)}</span>
        </>
      ),
    },
    { id: 'state', header: 'State', cell: (run) => <RunState run={run} /> },
    { id: 'due', header: 'Due', cell: ({ dueOn }) => formatDateTime(dueOn) },
    {
      id: 'tries',
      header: 'Tries',
      cell: ({ attempt, retries }) => `${attempt} of ${retries + 1}`,
    },
    {
      id: 'error',
      header: 'Last error',
      isLong: true,
      cell: ({ error }) => <span className="wrap-anywhere">{error}</span>,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (run) => <RunActions serviceId={serviceId} run={run} />,
    },
  ];
  return (
    <Card
      title="Queue"
      description="Runs that functions queue with later(), or that changes of entries and schedules start. A run that fails is tried again after growing pauses."
      isFlush
    >
      <div className="px-4 pb-3">
        <Select
          label="State"
          className="w-56"
          value={state ?? ''}
          placeholder="All runs"
          options={[
            { value: 'WAITING', label: label('Waiting', counts?.waiting) },
            { value: 'RUNNING', label: label('Running', counts?.running) },
            { value: 'FAILED', label: label('Failed', counts?.failed) },
          ]}
          onChange={(event) =>
            setState(event.target.value === '' ? undefined : (event.target.value as QueueState))
          }
        />
      </div>
      <EntityTable
        caption="Queue"
        name="queue"
        query={{ ...queue, data: queue.data?.pages.flatMap(({ content }) => content) }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          title: state === undefined ? 'No runs in the queue' : 'No such runs',
          hint: "A function queues one with await later('mails/remind', input, { inSeconds: 3600 }).",
          action: state !== undefined && <Button onClick={() => setState(undefined)}>Show all runs</Button>,
        }}
      />
      <ShowMore query={queue}>Show later runs</ShowMore>
    </Card>
  );
}

function reasonOf({ kind, event, key }: QueuedRun): string {
  if (kind === 'SCHEDULE') return 'by its schedule';
  if (kind === 'EVENT') return `because of ${event}`;
  return key === null ? 'queued' : `queued as ${key}`;
}

function RunState({ run: { state, failedOn } }: { run: QueuedRun }) {
  if (state === 'FAILED')
    return (
      <>
        <OutcomeBadge hasFailed>failed</OutcomeBadge>
        <span className="block text-sm text-ink-soft">{formatDateTime(failedOn)}</span>
      </>
    );
  return (
    <Badge tone={state === 'RUNNING' ? 'accent' : 'neutral'}>
      {state === 'RUNNING' ? 'running' : 'waiting'}
    </Badge>
  );
}

/** Running runs can be neither retried nor dropped. */
function RunActions({
  serviceId,
  run: { id, function: name, state },
}: {
  serviceId: string;
  run: QueuedRun;
}) {
  const client = useQueryClient();
  const base = serviceUri(serviceId);
  const removal = useRemove(dropRun, {
    title: 'Drop run',
    question: `Drop the run of ${name}? It won't run any more, and its input is lost.`,
    confirmLabel: 'Drop',
    request: { params: { id } },
    base,
    invalidates: [listQueue],
  });
  const mayNotRetry = useRefusal(retryRun);
  const mayNotDrop = useRefusal(dropRun);
  const retry = useChange({
    mutationFn: () => call(retryRun, { params: { id } }, { base }),
    onSettled: () => readAgain(client, [listQueue], base),
  });
  if (state === 'RUNNING') return null;
  return (
    <span className="flex justify-end gap-2">
      {state === 'FAILED' && (
        <Button size="small" refusal={mayNotRetry} isBusy={retry.isPending} onClick={() => retry.mutate()}>
          Retry
        </Button>
      )}
      <DeleteAction name={`run of ${name}`} removal={removal} refusal={mayNotDrop} />
      <ErrorDialog error={retry.error} title="The run was not retried" onClose={retry.reset} />
    </span>
  );
}
