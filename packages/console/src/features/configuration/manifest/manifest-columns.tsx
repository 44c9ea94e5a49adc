import { formatDateTime } from '../../../lib/format-date.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { TypeBadge } from '../files/TypeBadge.tsx';
import type { ManifestRow } from './manifest-rows.ts';

interface ManifestColumnsOptions {
  isSelected: (file: ManifestRow) => boolean;
  onSelect: (file: ManifestRow, isSelected: boolean) => void;
  /** Last commits are still being looked for. */
  isPending: boolean;
}

/** The columns of a service's files in the manifest. */
export function manifestColumns(options: ManifestColumnsOptions): TableColumn<ManifestRow>[] {
  const { isSelected, onSelect } = options;
  const unknown = <span className="text-ink-soft">{options.isPending ? '…' : '–'}</span>;
  return [
    {
      id: 'selected',
      header: 'Selected',
      isHeaderHidden: true,
      width: '3.5rem',
      cell: (file) => (
        <Checkbox
          label={`Select ${file.filePath}`}
          isLabelHidden
          checked={isSelected(file)}
          onChange={(event) => onSelect(file, event.target.checked)}
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
      cell: ({ commitSha, message }) =>
        commitSha ? (
          <span title={message}>
            <code className="font-mono">{commitSha.slice(0, 10)}</code>
            {message && <span className="text-ink-soft"> {message}</span>}
          </span>
        ) : (
          unknown
        ),
    },
    {
      id: 'updated',
      header: 'Last update',
      width: '12rem',
      sortBy: (file) => file.lastModified,
      cell: (file) => (file.lastModified ? formatDateTime(file.lastModified) : unknown),
    },
  ];
}
