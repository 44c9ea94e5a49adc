import { type LogEntry, MAX_LOG_ENTRIES } from '@atrium/contract/audit/log';
import { nameOfAction } from '@atrium/contract/audit/log-actions';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { useLoggedActor } from '../../../layout/use-logged-actor.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TimeZoneNote } from '../../../ui/TimeZoneNote.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { useStandingError } from '../../../ui/use-standing-error.ts';
import { isUnended, logQuery } from './import.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EARLIER_MS = 30 * DAY_MS;

/** The value of a `datetime-local` input for a moment, in the person's own time. */
function toLocalInput(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

const isMoment = (value: string | undefined): value is string =>
  value !== undefined && !Number.isNaN(new Date(value).getTime());

const columnsFor = (actorOf: (entry: LogEntry) => string): TableColumn<LogEntry>[] => [
  {
    id: 'created',
    header: 'Time',
    sortBy: ({ createdOn }) => createdOn,
    className: 'whitespace-nowrap',
    cell: ({ createdOn }) => formatDateTime(createdOn),
  },
  { id: 'domain', header: 'Domain', cell: ({ domain }) => domain },
  {
    id: 'action',
    header: 'Action',
    sortBy: ({ action }) => nameOfAction(action),
    cell: ({ action }) => nameOfAction(action),
  },
  {
    id: 'message',
    header: 'Message',
    isRowHeader: true,
    cell: ({ message, stackTrace }) => (
      <div className="md:min-w-64">
        {message}
        {stackTrace && (
          <Collapsible title="Stack trace" level={4}>
            <pre className="max-h-72 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-xs">
              {stackTrace}
            </pre>
          </Collapsible>
        )}
      </div>
    ),
  },
  { id: 'user', header: 'User', sortBy: actorOf, cell: actorOf },
];

/**
 * Log of imports, pushes and restores since a time or between two; refetched every ten seconds until the end. Its filter is
 * in the address below `address`.
 */
export function ImportLog({ address }: { address: string }) {
  const [addressed, setAddressed] = useAddressed(`${address}.start`);
  const [start, setStart] = useState(() =>
    isMoment(addressed) ? addressed : toLocalInput(new Date(Date.now() - DAY_MS)),
  );
  const [lastValid, setLastValid] = useState(start);
  const [addressedEnd, setAddressedEnd] = useAddressed(`${address}.end`);
  const [end, setEnd] = useState(isMoment(addressedEnd) ? addressedEnd : '');
  const actorOf = useLoggedActor();
  const columns = useMemo(() => columnsFor(actorOf), [actorOf]);
  const startAt = new Date(lastValid).toISOString();
  const endAt = isMoment(end) ? new Date(end).toISOString() : undefined;
  const isEndFirst = endAt !== undefined && Date.parse(endAt) < Date.parse(startAt);
  const logs = useQuery(logQuery(startAt, endAt));
  function handleStart(value: string) {
    setStart(value);
    if (!isMoment(value)) return;
    setLastValid(value);
    setAddressed(value);
  }
  function handleEnd(value: string) {
    setEnd(value);
    setAddressedEnd(isMoment(value) ? value : undefined);
  }
  function showLastDays() {
    handleEnd('');
    handleStart(toLocalInput(new Date(Date.now() - EARLIER_MS)));
  }
  // Stays closed until a fetch succeeds: each poll, every ten seconds, fails with a new error.
  const [closed, setClosed] = useState<string>();
  const reading = `${lastValid} ${logs.dataUpdatedAt}`;
  const failure = useStandingError(logs);
  const error = endAt !== undefined || closed === reading ? null : failure;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-4 px-5">
        <TextField
          type="datetime-local"
          label="Start time"
          value={start}
          error={isMoment(start) ? undefined : 'Please enter a start time.'}
          onChange={({ target: { value } }) => handleStart(value)}
        />
        <TextField
          type="datetime-local"
          label="End time"
          value={end}
          error={isEndFirst ? 'The end is before the start.' : undefined}
          onChange={({ target: { value } }) => handleEnd(value)}
        />
        {logs.data && (
          <p className="text-sm text-ink-soft">
            As of {formatDateTime(logs.data.now)}
            {isUnended(endAt, logs.data.now) && ', refreshed every 10 seconds'}
          </p>
        )}
        {/* Reserves the space of the spinner, which appears every ten seconds. */}
        <span className="inline-flex size-5">
          {logs.isFetching && <Spinner label="Loading logs" isSilent />}
        </span>
      </div>
      <TimeZoneNote className="mb-3 px-5" />
      {logs.data && logs.data.logs.length >= MAX_LOG_ENTRIES && (
        <p className="mb-3 px-5 text-sm text-ink-soft">
          These are the latest {MAX_LOG_ENTRIES.toLocaleString('en')}. Choose an end time to find earlier
          ones.
        </p>
      )}
      <EntityTable
        caption="Import logs"
        name={`${address}.logs`}
        query={{ ...logs, data: logs.data?.logs }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          title: 'No logs',
          hint: `Nothing was imported, pushed or restored ${endAt === undefined ? 'since the start time' : 'in this period'}.`,
          action: <Button onClick={showLastDays}>Show the last 30 days</Button>,
        }}
        // In one place: without an end in the error dialog, and here once that is closed.
        failure={(failure) => error === null && <ErrorAlert {...failure} className="mx-5 mb-4" />}
      />
      <ErrorDialog error={error} onClose={() => setClosed(reading)} />
    </>
  );
}
