import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { ComponentProps } from 'react';
import type { TableColumn } from '../../../../ui/table-column.ts';
import { VirtualTable } from '../../../../ui/VirtualTable.tsx';
import type { DiffFile } from '../../decisions/diff-file.ts';
import type { FileRow } from '../../decisions/metadata-pairs.ts';
import { ChangedBy } from './ChangedBy.tsx';
import { type DiffViewProps, keyOfRow } from './diff-view.ts';
import { FileActions } from './FileActions.tsx';
import { FileChoice } from './FileChoice.tsx';
import { FilePlaceText } from './FilePlaceText.tsx';
import { FileState } from './FileState.tsx';
import { ProvenBy } from './ProvenBy.tsx';

const COMPARISON_HEIGHT = 360;

/** The files of a service as rows of a table. */
export function DiffTable(props: DiffViewProps) {
  const { serviceId, serviceName, rows, choices, dispatch, onOpen, changedBy, proofOf, keys, comparedKey } =
    props;
  const columns: TableColumn<FileRow<DiffFile>>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 'minmax(9rem, 2fr)',
      sortBy: ({ file }) => file.name,
      cell: ({ file }) => <span title={filePathOf(file)}>{file.name}</span>,
    },
    {
      id: 'folder',
      header: 'Folder',
      width: 'minmax(11rem, 2fr)',
      className: 'whitespace-normal',
      sortBy: ({ file }) => file.folderPath,
      cell: ({ file }) => <FolderCell file={file} changedBy={changedBy(file)} />,
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(18.5rem, 1fr)',
      className: 'whitespace-normal',
      sortBy: ({ file }) => file.type,
      cell: (row) => (
        <>
          <FileState row={row} choices={choices} isExamining={props.isExamining} />
          <ProvenBy text={proofOf(row.file)} />
        </>
      ),
    },
    {
      id: 'choice',
      header: 'Choice',
      width: '20rem',
      className: 'whitespace-normal',
      cell: (row) => <FileChoice serviceId={serviceId} row={row} choices={choices} dispatch={dispatch} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      width: '9.5rem',
      className: 'whitespace-normal',
      cell: ({ file }) => <FileActions file={file} onOpen={onOpen} />,
    },
  ];
  return (
    <VirtualTable
      caption={`Changes to ${serviceName}`}
      columns={columns}
      rows={rows}
      rowKey={keyOfRow}
      keys={keys}
      detail={{
        rowKey: comparedKey,
        height: COMPARISON_HEIGHT,
        render: ({ file }) => props.renderComparison(file),
      }}
      rowHeight={rowHeight}
      isGrowing
      minWidth="68rem"
      className="max-h-[36rem]"
    />
  );
}

/** Reserves lines for path, author and time; marks and test coverage may add more. */
function rowHeight({ file: { side, type, local, remote } }: FileRow<DiffFile>): number {
  if (side === 'HERE' || side === 'GIT' || !local || !remote) return 76;
  return type === 'MOVED' ? 114 : 96;
}

interface FolderCellProps {
  file: DiffFile;
  changedBy: ComponentProps<typeof ChangedBy>['lines'];
}

function FolderCell({ file, changedBy }: FolderCellProps) {
  return (
    <>
      {/* The target path of a move is never truncated. */}
      <span
        className={file.type === 'MOVED' ? 'block leading-tight' : 'block truncate leading-tight'}
        title={file.folderPath}
      >
        <FilePlaceText file={file} />
      </span>
      <ChangedBy lines={changedBy} />
    </>
  );
}
