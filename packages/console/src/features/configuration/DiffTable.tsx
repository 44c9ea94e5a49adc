import type { TableColumn } from '../../ui/table-column.ts';
import { VirtualTable } from '../../ui/VirtualTable.tsx';
import { pathOf } from './diff-choices.ts';
import type { DiffViewProps } from './diff-view.ts';
import { FileActions } from './FileActions.tsx';
import { FileChoice } from './FileChoice.tsx';
import { FilePlaceText, FileState } from './FileState.tsx';
import type { FileRow } from './metadata-pairs.ts';
import type { DiffFile } from './service-diffs.ts';

/** The files of a service as rows of a table. */
export function DiffTable({
  serviceId,
  serviceName,
  rows,
  choices,
  defaults,
  dispatch,
  onOpen,
}: DiffViewProps) {
  const columns: TableColumn<FileRow<DiffFile>>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 'minmax(11rem, 2fr)',
      sortBy: ({ file }) => file.name,
      cell: ({ file }) => <span title={pathOf(file)}>{file.name}</span>,
    },
    {
      id: 'folder',
      header: 'Folder',
      width: 'minmax(9rem, 2fr)',
      sortBy: ({ file }) => file.folderPath,
      cell: ({ file }) => <FilePlaceText file={file} />,
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(9rem, 1fr)',
      sortBy: ({ file }) => file.type,
      cell: (row) => <FileState row={row} choices={choices} />,
    },
    {
      id: 'choice',
      header: 'Choice',
      width: '31.5rem',
      cell: (row) => <FileChoice {...{ serviceId, row, choices, defaults, dispatch }} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: '16rem',
      cell: ({ file }) => <FileActions file={file} onOpen={onOpen} />,
    },
  ];
  return (
    <VirtualTable
      caption={`Changes of ${serviceName}`}
      columns={columns}
      rows={rows}
      rowKey={({ file }) => pathOf(file)}
      rowHeight={52}
      minWidth="78rem"
      className="max-h-[36rem]"
    />
  );
}
