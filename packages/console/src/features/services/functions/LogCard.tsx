import { isNotFound } from '@atrium/contract/not-found';
import {
  type Invocation,
  LOG_DAYS,
  MAX_LOGGED_PER_SECOND,
} from '@atrium/contract/service-api/functions/invocations';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { useAuth } from '../../../api/session.ts';
import { Help } from '../../../layout/Help.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Download, RefreshCw } from '../../../ui/icons.ts';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { UsedArea } from '../../../ui/UsedArea.tsx';
import { SEARCH_DEBOUNCE_MS, useSettled } from '../../../ui/use-settled.ts';
import { toFirstPage } from './first-page.ts';
import { functionCountsQuery, invocationQuery, logQuery, readLogAgain } from './function.queries.ts';
import { InvocationFacts } from './InvocationFacts.tsx';
import { KeepAsTest } from './KeepAsTest.tsx';
import { LogFilters } from './LogFilters.tsx';
import { logColumns } from './log-columns.tsx';
import { type LogFields, NO_LOG_FIELDS, toLogFilter } from './log-filter.ts';
import { type Callers, originOf, useCallers } from './use-callers.ts';
import { useLogExport } from './use-log-export.ts';

interface LogCardProps {
  serviceId: string;
  /** Calls of this function only. */
  name?: string;
  hrefOf: (name: string) => string;
}

/** Poll interval while the log is followed. */
const FOLLOW_MS = 2000;

/** Log of calls, newest first; each entry opens with its input, response and console output. */
export function LogCard({ serviceId, name, hrefOf }: LogCardProps) {
  const [fields, setFields] = useState(NO_LOG_FIELDS);
  const [isFollowed, setFollowed] = useState(false);
  const [opened, setOpened] = useAddressed('call');
  const [isUsed, setUsed] = useState(false);
  // Pause while the list is in use: rows could move under a finger or drop the focus.
  const isPaused = isUsed || opened !== undefined;
  const settled = { ...fields, search: useSettled(fields.search, SEARCH_DEBOUNCE_MS) };
  const filterOf = (wanted: LogFields) => ({
    ...toLogFilter(wanted),
    ...(name !== undefined && { function: name }),
  });
  const filter = filterOf(settled);
  const mayCall = mayDo(useAuth(), 'functions.invoke');
  const found = useInfiniteQuery({
    ...logQuery(serviceId, filter),
    enabled: mayCall,
    refetchInterval: isFollowed && !isPaused && FOLLOW_MS,
  });
  const client = useQueryClient();
  function handleFollow(isChecked: boolean): void {
    // Each page that is there is read again each time: only the newest one is followed.
    if (isChecked) client.setQueryData(logQuery(serviceId, filter).queryKey, toFirstPage);
    setFollowed(isChecked);
  }
  const { people, nameOf } = useCallers();
  const counts = useQuery({
    ...functionCountsQuery(serviceId, LOG_DAYS),
    enabled: mayCall && name === undefined,
  });
  const functions = useMemo(
    () => (counts.data ? [...counts.data.keys()].toSorted() : undefined),
    [counts.data],
  );
  const exporting = useLogExport(serviceId, filterOf(fields));
  const entries = useMemo(() => found.data?.pages.flatMap(({ content }) => content), [found.data]);
  const columns = useMemo(
    () => logColumns({ onOpen: ({ id }) => setOpened(id), nameOf, ...(name === undefined && { hrefOf }) }),
    [name, nameOf, hrefOf, setOpened],
  );
  const isNarrowed = Object.keys(toLogFilter(settled)).length > 0;
  if (!mayCall) return null;
  // The service of another company may have no log.
  if (isNotFound(found.error)) return null;
  return (
    <Card
      title="Calls"
      description={<Help topic="calls" />}
      isFlush
      actions={
        <span className="flex flex-wrap items-center gap-3">
          <Switch
            label={isFollowed && isPaused ? 'Follow (paused)' : 'Follow'}
            checked={isFollowed}
            onChange={(event) => handleFollow(event.target.checked)}
          />
          {!isFollowed && (
            <Button
              size="small"
              icon={<RefreshCw aria-hidden size={14} />}
              isBusy={found.isRefetching}
              onClick={() => void readLogAgain(client, serviceId)}
            >
              Refresh
            </Button>
          )}
          <Button
            size="small"
            icon={<Download aria-hidden size={14} />}
            isBusy={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            Export
          </Button>
          {exporting.isPending && exporting.exported > 0 && (
            <span className="tabular text-sm text-ink-soft">
              {exporting.exported.toLocaleString('en-US')} calls received …
            </span>
          )}
        </span>
      }
    >
      <LogFilters fields={fields} functions={functions} people={people} onChange={setFields} />
      <UsedArea onUse={setUsed}>
        <EntityTable
          caption="Calls"
          name="calls"
          query={{ ...found, data: entries }}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            isNarrowed
              ? {
                  title: 'No call found',
                  hint: 'No logged call matches this search.',
                  action: <Button onClick={() => setFields(NO_LOG_FIELDS)}>Show all calls</Button>,
                }
              : {
                  title: 'No calls yet',
                  hint: `No function was called recently. Calls are listed here for up to ${LOG_DAYS} days, with their input and response. In one second, at most ${MAX_LOGGED_PER_SECOND} successful and ${MAX_LOGGED_PER_SECOND} failed calls are logged.`,
                  action: name === undefined && (
                    <AppLink href={paths.service(serviceId)} className={buttonClass()}>
                      Choose a function to call
                    </AppLink>
                  ),
                }
          }
        />
      </UsedArea>
      {!isFollowed && <ShowMore query={found}>Show older calls</ShowMore>}
      <ErrorDialog error={exporting.error} title="Export failed" onClose={exporting.reset} />
      {opened && (
        <InvocationDialog
          serviceId={serviceId}
          id={opened}
          listed={entries?.find(({ id }) => id === opened)}
          nameOf={nameOf}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  );
}

interface InvocationDialogProps {
  serviceId: string;
  id: string;
  /** Facts of the call that the list has. */
  listed: Invocation | undefined;
  nameOf: Callers['nameOf'];
  onClose: () => void;
}

/** Details of one call. */
function InvocationDialog({ serviceId, id, listed, nameOf, onClose }: InvocationDialogProps) {
  const details = useQuery(invocationQuery(serviceId, id));
  const invocation = listed ?? details.data;
  const parts = invocation && [
    formatDateTime(invocation.calledOn),
    nameOf(invocation.userId),
    originOf(invocation),
  ];
  return (
    <Dialog
      isOpen
      size="large"
      title={invocation ? `Call of ${invocation.function}` : 'Call'}
      description={parts?.filter(Boolean).join(' · ')}
      onClose={onClose}
      footer={
        <>
          {details.data && <KeepAsTest serviceId={serviceId} call={details.data} />}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <QueryPanel query={details}>
        {(found) => <InvocationFacts serviceId={serviceId} invocation={found} isInputShown />}
      </QueryPanel>
    </Dialog>
  );
}
