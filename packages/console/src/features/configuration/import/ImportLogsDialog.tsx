import type { LogEntry } from '@atrium/contract/audit/log';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Table } from '../../../ui/Table.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { logQuery } from './import.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The value of a `datetime-local` input for a moment, in the person's own time. */
function toLocalInput(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** What imports, pushes and restores did since a time; read again every ten seconds. */
export function ImportLogsDialog({ onClose }: { onClose: () => void }) {
  const [start, setStart] = useState(() => toLocalInput(new Date(Date.now() - DAY_MS)));
  const moment = new Date(start);
  const isValid = !Number.isNaN(moment.getTime());
  const [lastValid, setLastValid] = useState(() => moment.toISOString());
  const logs = useQuery(logQuery(lastValid));
  const [closedError, setClosedError] = useState<unknown>(null);
  const error = logs.error && logs.error !== closedError ? logs.error : null;
  return (
    <Dialog
      isOpen
      size="large"
      title="Import logs"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="mb-3 flex flex-wrap items-end gap-4">
        <TextField
          type="datetime-local"
          label="Start time"
          value={start}
          error={isValid ? undefined : 'Please give a time.'}
          onChange={(event) => {
            setStart(event.target.value);
            const next = new Date(event.target.value);
            if (!Number.isNaN(next.getTime())) setLastValid(next.toISOString());
          }}
        />
        {logs.isFetching && <Spinner label="Loading logs" />}
        {logs.data && (
          <p className="text-sm text-ink-soft">
            As of {formatDateTime(logs.data.now)}, refreshed every 10 seconds
          </p>
        )}
      </div>
      {logs.data && (
        <Table<LogEntry>
          caption="Import logs"
          rows={logs.data.logs}
          rowKey={({ id }) => id}
          columns={[
            {
              id: 'created',
              header: 'Time',
              sortBy: ({ createdOn }) => createdOn,
              cell: ({ createdOn }) => <span className="whitespace-nowrap">{formatDateTime(createdOn)}</span>,
            },
            { id: 'domain', header: 'Domain', cell: ({ domain }) => domain },
            { id: 'action', header: 'Action', sortBy: ({ action }) => action, cell: ({ action }) => action },
            {
              id: 'message',
              header: 'Message',
              isRowHeader: true,
              cell: ({ message, stackTrace }) => (
                <div className="min-w-64">
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
            { id: 'user', header: 'User', sortBy: ({ user }) => user, cell: ({ user }) => user },
          ]}
        />
      )}
      <ErrorDialog error={error} onClose={() => setClosedError(logs.error)} />
    </Dialog>
  );
}
