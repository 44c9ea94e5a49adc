import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { classNames } from '../../../../ui/class-names.ts';
import type { TableColumn } from '../../../../ui/table-column.ts';
import type { RowKeys } from '../../../../ui/use-row-keys.ts';
import { VirtualTable } from '../../../../ui/VirtualTable.tsx';
import { type ServiceChoices, shownChoice } from '../../decisions/diff-choices.ts';
import { isRowOpen } from '../../decisions/metadata-pairs.ts';
import { choiceLabel } from '../../files/labels.ts';
import { type DiffRow, keyOfRow } from '../diff-rows.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { FilePlaceText } from './FilePlaceText.tsx';
import { FileState } from './FileState.tsx';

interface DiffTableProps {
  rows: readonly DiffRow[];
  keys: RowKeys<DiffRow>;
  choicesOf: (serviceId: string) => ServiceChoices;
  isExamining: (serviceId: string) => boolean;
}

/** The files of all services as rows of a table. */
export function DiffTable({ rows, keys, choicesOf, isExamining }: DiffTableProps) {
  const choiceText = (row: DiffRow) => {
    const choices = choicesOf(row.serviceId);
    const choice = isRowOpen(choices, row) ? null : shownChoice(choices, row.file);
    return choice === null ? 'To be decided' : choiceLabel(row.file.type, choice);
  };
  const columns: TableColumn<DiffRow>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 'minmax(7rem, 2fr)',
      sortBy: ({ file }) => file.name,
      cell: (row) => (
        <button
          type="button"
          title={filePathOf(row.file)}
          onClick={() => keys.onCurrent(row.key)}
          className={classNames(
            'max-w-full truncate py-1 text-left -outline-offset-2',
            keys.currentKey === row.key && 'font-semibold',
          )}
        >
          {row.file.name}
        </button>
      ),
    },
    {
      id: 'folder',
      header: 'Folder',
      width: 'minmax(7rem, 2fr)',
      className: 'whitespace-normal text-xs leading-tight',
      sortBy: ({ file }) => file.folderPath,
      cell: ({ file }) => <FilePlaceText file={file} />,
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(14.5rem, 3fr)',
      className: 'whitespace-normal',
      sortBy: ({ file }) => file.type,
      cell: (row) => (
        <FileState row={row} choices={choicesOf(row.serviceId)} isExamining={isExamining(row.serviceId)} />
      ),
    },
    {
      id: 'lines',
      header: 'Lines',
      width: '5.5rem',
      sortBy: ({ file: { examination } }) => examination && examination.added + examination.removed,
      cell: ({ file }) => <ChangedLines file={file} />,
    },
    { id: 'choice', header: 'Choice', width: '9rem', sortBy: choiceText, cell: choiceText },
  ];
  return (
    <VirtualTable
      caption="Changed files"
      columns={columns}
      rows={rows}
      rowKey={keyOfRow}
      keys={keys}
      rowHeight={40}
      isGrowing
      minWidth="43rem"
      className="min-h-0 flex-1"
    />
  );
}
