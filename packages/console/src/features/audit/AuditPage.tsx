import { exportAudit } from '@atrium/contract/audit/audit';
import type { LogEntry } from '@atrium/contract/audit/log';
import { nameOfAction } from '@atrium/contract/audit/log-actions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { request } from '../../api/call.ts';
import { useDownload } from '../../api/use-download.ts';
import { Help } from '../../layout/Help.tsx';
import { useLoggedActor } from '../../layout/use-logged-actor.ts';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AuditEntryDialog } from './AuditEntryDialog.tsx';
import { auditQuery } from './audit.queries.ts';
import { type AuditAddress, toFilter, useAuditAddress } from './audit-address.ts';
import { LogMessage, LogSearch, timeColumn } from './LogSearch.tsx';

/** Audit log of all domains: time, actor, action and object. */
export function AuditPage() {
  const { address, change } = useAuditAddress();
  const [opened, setOpened] = useState<LogEntry | null>(null);
  const found = useInfiniteQuery(auditQuery(address));
  const exporting = useAuditExport(address);
  const actorOf = useLoggedActor();
  const columns = useMemo(() => columnsFor(actorOf, setOpened), [actorOf]);
  const entries = useMemo(() => found.data?.pages.flatMap(({ content }) => content), [found.data]);
  return (
    <>
      <PageHeader
        title="Audit"
        description={<Help topic="audit" />}
        actions={<DownloadButton download={exporting}>Export CSV</DownloadButton>}
      />
      <LogSearch
        title="Changes in all domains"
        address={address}
        query={found}
        entries={entries}
        searchedBackTo={found.data?.pages.at(-1)?.searchedBackTo}
        columns={columns}
        onSearch={change}
      />
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
    timeColumn,
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
      cell: (entry) => <LogMessage entry={entry} onOpen={onOpen} />,
    },
  ];
}

/** Saves the search results as a CSV file. */
function useAuditExport(address: AuditAddress) {
  return useDownload('audit.csv', () => request(exportAudit, { body: toFilter(address) }));
}
