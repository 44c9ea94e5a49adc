import type { DiffType } from '@atrium/contract/configuration/diff-file';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import type { getLastCommits, PulledService } from '@atrium/contract/configuration/pull';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { useMemo, useState } from 'react';
import { formatDateTime, formatQuantity } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { VirtualTable } from '../../ui/VirtualTable.tsx';
import { ManifestFolders } from './ManifestFolders.tsx';
import type { ManifestDifferences } from './manifest-differences.ts';
import { filesOf, select, selectionOf } from './manifest-selection.ts';
import { SearchField, useSearchFilter } from './SearchField.tsx';
import { TypeBadge } from './TypeBadge.tsx';

interface ManifestServiceProps {
  service: PulledService;
  deselected: readonly string[] | undefined;
  lastCommits: EndpointResponse<typeof getLastCommits> | undefined;
  /** Undefined until the service has been compared. */
  differences: ManifestDifferences | undefined;
  onSelect: (deselected: readonly string[]) => void;
}

interface Row extends ManifestFile {
  readonly message?: string;
  /** Undefined for a file that is the same as the live one, and while that is not known. */
  readonly type?: DiffType | undefined;
}

/** One service of the manifest: its folders, its files, and what of them is selected. */
export function ManifestService(props: ManifestServiceProps) {
  const { service, deselected, lastCommits, differences, onSelect } = props;
  const [folder, setFolder] = useState<string | null>(null);
  const [isEveryFileShown, setEveryFileShown] = useState(false);
  // Where nothing differs, or as long as nobody knows, all files are worth a look.
  const isFiltered = !isEveryFileShown && differences !== undefined && differences.types.size > 0;
  const { matches, ...search } = useSearchFilter();
  const left = useMemo(() => new Set(deselected), [deselected]);
  const unreadable = lastCommits?.unreadable[service.serviceId];
  // What turned out not to be readable is told above, as left out.
  const files = useMemo(
    () => filesOf(service).filter(({ filePath }) => unreadable?.[filePath] === undefined),
    [service, unreadable],
  );
  const selectedCount = files.filter(({ filePath }) => !left.has(filePath)).length;
  const rows = useMemo(() => {
    const known = lastCommits?.files[service.serviceId] ?? {};
    return files
      .filter(
        (file) =>
          (!isFiltered || differences.types.has(file.filePath)) &&
          (folder === null || file.folderPath === folder) &&
          matches(file),
      )
      .map((file): Row => {
        const commit = lastCommits?.commits[known[file.filePath] ?? -1];
        return { ...file, ...commit, type: differences?.types.get(file.filePath) };
      });
  }, [files, folder, matches, lastCommits, service.serviceId, differences, isFiltered]);

  const isPending = lastCommits?.state === 'PENDING';
  const columns: TableColumn<Row>[] = [
    {
      id: 'selected',
      header: 'Selected',
      isHeaderHidden: true,
      width: '3.5rem',
      cell: (file) => (
        <Checkbox
          label={`Select ${file.filePath}`}
          isLabelHidden
          checked={!left.has(file.filePath)}
          onChange={(event) => onSelect(select(left, [file], event.target.checked))}
        />
      ),
    },
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 'minmax(12rem, 2fr)',
      sortBy: (file) => file.name,
      cell: (file) => <span title={file.filePath}>{file.name}</span>,
    },
    {
      id: 'folder',
      header: 'Folder',
      width: 'minmax(10rem, 2fr)',
      sortBy: (file) => file.folderPath,
      cell: (file) => <span title={file.folderPath}>{file.breadcrumb.join(' / ')}</span>,
    },
    {
      id: 'type',
      header: 'Type',
      width: '8rem',
      sortBy: (file) => file.type,
      cell: ({ type }) => type && <TypeBadge type={type} />,
    },
    {
      id: 'commit',
      header: 'Last commit',
      width: 'minmax(9rem, 2fr)',
      cell: (file) =>
        file.commitSha ? (
          <span title={file.message}>
            <code className="font-mono">{file.commitSha.slice(0, 10)}</code>
            {file.message && <span className="text-ink-soft"> {file.message}</span>}
          </span>
        ) : (
          <span className="text-ink-soft">{isPending ? '…' : '–'}</span>
        ),
    },
    {
      id: 'updated',
      header: 'Last update',
      width: '12rem',
      sortBy: (file) => file.lastModified,
      cell: (file) =>
        file.lastModified ? (
          formatDateTime(file.lastModified)
        ) : (
          <span className="text-ink-soft">{isPending ? '…' : '–'}</span>
        ),
    },
  ];

  const state = selectionOf(files, left);
  return (
    <Card
      isFlush
      title={
        <Checkbox
          label={
            <>
              {service.serviceName}{' '}
              <span className="font-normal text-ink-soft">
                ({selectedCount.toLocaleString('en')} of {files.length.toLocaleString('en')} files)
              </span>
            </>
          }
          checked={state === 'all' && files.length > 0}
          isMixed={state === 'some'}
          disabled={files.length === 0}
          onChange={(event) => onSelect(select(left, files, event.target.checked))}
        />
      }
      actions={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {differences && differences.types.size > 0 && (
            <Checkbox
              label={`Show only the ${formatQuantity(differences.types.size, 'file that differs', 'files that differ')}`}
              checked={isFiltered}
              onChange={(event) => setEveryFileShown(!event.target.checked)}
            />
          )}
          <SearchField
            label={`Search in ${service.serviceName}`}
            text={search.text}
            onChange={search.setText}
          />
        </div>
      }
    >
      <div className="grid border-t border-line md:grid-cols-[minmax(12rem,18rem)_1fr]">
        <ManifestFolders
          service={service}
          deselected={left}
          differences={differences}
          isFiltered={isFiltered}
          shown={folder}
          onShow={setFolder}
          onSelect={onSelect}
        />
        <VirtualTable
          caption={`Files of ${service.serviceName}`}
          columns={columns}
          rows={rows}
          rowKey={(file) => file.filePath}
          minWidth="52rem"
          className="max-h-[28rem] min-w-0"
        />
      </div>
    </Card>
  );
}
