import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ExportedFile } from '@atrium/contract/service-api/versions/export';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Help } from '../../../layout/Help.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { liveFilesQuery } from '../functions/function.queries.ts';

type LiveFile = FilePlace & Pick<ExportedFile, 'lastModified' | 'commitSha'>;

/** All files of the live configuration of a service. */
export function FilesCard({ serviceId }: { serviceId: string }) {
  const files = useQuery(liveFilesQuery(serviceId));
  const [search, setSearch] = useState('');
  const rows = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return files.data?.files.filter((file) => filePathOf(file).toLowerCase().includes(wanted));
  }, [files.data, search]);
  const columns = useMemo(() => columnsFor(serviceId), [serviceId]);
  return (
    <Card title="Files" description={<Help topic="files" />} isFlush>
      <div className="px-4 pb-3">
        <TextField
          type="search"
          label="Search files"
          className="w-80 max-w-full"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <EntityTable<LiveFile>
        caption="Files"
        name="files"
        search={search}
        query={{ ...files, data: rows }}
        columns={columns}
        rowKey={filePathOf}
        pageSize={50}
        initialSort={{ columnId: 'path', isDescending: false }}
        empty={
          search === ''
            ? {
                hint: 'This service has no configuration yet. Pull it from git, or upload it.',
                action: (
                  <AppLink href={paths.gitPull()} className="link">
                    Git Config Pull
                  </AppLink>
                ),
              }
            : {
                title: 'No file found',
                hint: 'No file has this text in its path.',
                action: <Button onClick={() => setSearch('')}>Show all files</Button>,
              }
        }
      />
    </Card>
  );
}

function columnsFor(serviceId: string): TableColumn<LiveFile>[] {
  return [
    {
      id: 'path',
      header: 'File',
      isRowHeader: true,
      className: 'wrap-anywhere',
      sortBy: filePathOf,
      cell: (file) => (
        <AppLink href={paths.service(serviceId, { file: filePathOf(file) })}>{filePathOf(file)}</AppLink>
      ),
    },
    {
      id: 'modified',
      header: 'Last changed',
      className: 'whitespace-nowrap',
      sortBy: ({ lastModified }) => lastModified,
      cell: ({ lastModified }) => formatDateTime(lastModified),
    },
    {
      id: 'commit',
      header: 'Commit',
      cell: ({ commitSha }) =>
        commitSha === null ? '–' : <code className="font-mono text-xs">{commitSha.slice(0, 10)}</code>,
    },
  ];
}
