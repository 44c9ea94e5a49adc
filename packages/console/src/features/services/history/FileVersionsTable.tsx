import type { FileHistory } from '@atrium/contract/configuration/file-history';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { FileChange, FileParts } from './file-parts.ts';
import { fileVersionColumns } from './file-version-columns.tsx';

interface FileVersionsTableProps {
  serviceId: string;
  query: UseQueryResult<FileHistory>;
  history: FileHistory;
  parts: FileParts;
}

/** The versions that changed a file, newest first, and what each changed in it. */
export function FileVersionsTable({ serviceId, query, history, parts }: FileVersionsTableProps) {
  const [shown, setShown] = useState<Pick<FileChange, 'file' | 'versions'> | null>(null);
  const columns = useMemo(() => fileVersionColumns(serviceId, history, setShown), [serviceId, history]);
  return (
    <div className="mb-6 border-t border-line">
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
