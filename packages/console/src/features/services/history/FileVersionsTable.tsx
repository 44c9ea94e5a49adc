import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { changeOf } from './file-change.ts';
import type { FileChange, FileParts } from './file-parts.ts';
import { VersionLink } from './VersionLink.tsx';

interface FileVersionsTableProps {
  serviceId: string;
  query: UseQueryResult<FileHistory>;
  history: FileHistory;
  parts: FileParts;
}

/** The versions that changed a file, newest first, and what each changed in it. */
export function FileVersionsTable({ serviceId, query, history, parts }: FileVersionsTableProps) {
  const [shown, setShown] = useState<Pick<FileChange, 'file' | 'versions'> | null>(null);
  const columns: TableColumn<HistoryVersion>[] = [
    {
      id: 'version',
      header: 'Version',
      isRowHeader: true,
      cell: (version) => <VersionLink serviceId={serviceId} version={version} />,
    },
    {
      id: 'made',
      header: 'Made',
      className: 'whitespace-nowrap',
      cell: ({ createdOn }) => formatDateTime(createdOn),
    },
    { id: 'user', header: 'By', className: 'wrap-anywhere', cell: ({ user }) => user || 'Atrium' },
    {
      id: 'message',
      header: 'Message',
      isLong: true,
      className: 'wrap-anywhere',
      cell: ({ message }) => message,
    },
    {
      id: 'commit',
      header: 'Commit',
      cell: ({ commitSha }) => <span className="font-mono text-xs">{commitSha?.slice(0, 10) ?? '–'}</span>,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: ({ version }) => {
        const change = changeOf(history, version);
        return (
          change && (
            <Button
              size="small"
              aria-label={`Show change of version ${version}`}
              onClick={() => setShown(change)}
            >
              Show change
            </Button>
          )
        );
      },
    },
  ];
  return (
    <div className="mb-6 border-y border-line">
      <EntityTable
        caption="Versions that changed this file"
        name="changed"
        query={{ ...query, data: history.versions }}
        columns={columns}
        rowKey={({ version }) => String(version)}
        pageSize={10}
        empty={{ hint: 'No version has changed this file.', action: null }}
      />
      {shown && parts.fileChange({ serviceId, ...shown, onClose: () => setShown(null) })}
    </div>
  );
}
