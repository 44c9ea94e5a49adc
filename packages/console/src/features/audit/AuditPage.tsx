import { exportAudit } from '@atrium/contract/audit/audit';
import type { LogEntry } from '@atrium/contract/audit/log';
import { nameOfAction } from '@atrium/contract/audit/log-actions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '../../api/call.ts';
import { useDownload } from '../../api/use-download.ts';
import { Help } from '../../layout/Help.tsx';
import { useLoggedActor } from '../../layout/use-logged-actor.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { AuditSearchForm } from './AuditSearchForm.tsx';
import { auditQuery } from './audit.queries.ts';
import { type AuditAddress, toFilter, useAuditAddress } from './audit-address.ts';

/** What was changed in all domains: who, what, whom and when. */
export function AuditPage() {
  const { address, change } = useAuditAddress();
  const [opened, setOpened] = useState<LogEntry | null>(null);
  const found = useInfiniteQuery(auditQuery(address));
  const exporting = useAuditExport(address);
  const actorOf = useLoggedActor();
  const columns = useMemo(() => columnsFor(actorOf, setOpened), [actorOf]);
  const entries = useMemo(() => found.data?.pages.flatMap(({ content }) => content), [found.data]);
  const searchedBackTo = found.data?.pages.at(-1)?.searchedBackTo ?? null;
  return (
    <>
      <PageHeader
        title="Audit"
        description={<Help topic="audit" />}
        actions={<DownloadButton download={exporting}>Export CSV</DownloadButton>}
      />
      <Card title="Changes in all domains" isFlush>
        <AuditSearchForm address={address} onSearch={change} />
        <EntityTable
          caption="Changes in all domains"
          query={{ ...found, data: entries }}
          columns={columns}
          rowKey={({ id }) => id}
          empty={{
            hint:
              searchedBackTo === null
                ? 'No entry matches this search.'
                : 'No entry that was searched so far matches.',
            action: <Button onClick={() => change({})}>Show all entries</Button>,
          }}
        />
        {searchedBackTo !== null && (
          <p role="status" className="px-4 pt-4 text-center">
            Searched back to {formatDateTime(searchedBackTo)}. Older entries have not been searched yet.
          </p>
        )}
        <ShowMore query={found}>
          {searchedBackTo === null ? 'Show older entries' : 'Search further back'}
        </ShowMore>
      </Card>
      {opened && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
      <ErrorDialog error={exporting.error} onClose={exporting.reset} />
    </>
  );
}

function columnsFor(
  actorOf: (entry: LogEntry) => string,
  onOpen: (entry: LogEntry) => void,
): TableColumn<LogEntry>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      className: 'whitespace-nowrap',
      cell: ({ createdOn }) => formatDateTime(createdOn),
    },
    { id: 'domain', header: 'Domain', className: 'wrap-anywhere md:min-w-36', cell: ({ domain }) => domain },
    {
      id: 'user',
      header: 'User',
      className: 'wrap-anywhere md:min-w-36',
      cell: actorOf,
    },
    {
      id: 'action',
      header: 'Action',
      className: 'wrap-anywhere md:min-w-36',
      cell: ({ action }) => nameOfAction(action),
    },
    {
      id: 'message',
      header: 'Message',
      isRowHeader: true,
      className: 'wrap-anywhere',
      cell: (entry) => (
        <button
          type="button"
          className="text-left text-accent underline underline-offset-2"
          onClick={() => onOpen(entry)}
        >
          {entry.message}
        </button>
      ),
    },
  ];
}

/** Saves what is searched for as a CSV file. */
function useAuditExport(address: AuditAddress) {
  return useDownload('audit.csv', () => request(exportAudit, { body: toFilter(address) }));
}
