import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import type { RefObject } from 'react';
import { classNames } from '../../../../ui/class-names.ts';
import { sortRows, type TableColumn, type TableSort } from '../../../../ui/table-column.ts';
import type { RowKeys } from '../../../../ui/use-row-keys.ts';
import { type TableSorting, VirtualTable } from '../../../../ui/VirtualTable.tsx';
import type { ServiceChoices } from '../../decisions/diff-choices.ts';
import { type DiffRow, keyOfRow } from '../diff-rows.ts';
import { ChangedLines } from './ChangedLines.tsx';
import { FilePlaceText } from './FilePlaceText.tsx';
import { choiceText, FileState } from './FileState.tsx';

type ChoicesOf = (serviceId: string) => ServiceChoices;

interface DiffTableProps {
  /** Rows in the order of `sorting`. */
  rows: readonly DiffRow[];
  sorting: TableSorting;
  frame: RefObject<HTMLDivElement | null>;
  keys: RowKeys<DiffRow>;
  choicesOf: ChoicesOf;
  isExamining: (serviceId: string) => boolean;
}

/** Values that the columns are sorted by. */
const sortsOf = (choicesOf: ChoicesOf) => ({
  name: ({ file }: DiffRow) => file.name,
  folder: ({ file }: DiffRow) => file.folderPath,
  type: ({ file }: DiffRow) => file.type,
  lines: ({ file: { examination } }: DiffRow) => examination && examination.added + examination.removed,
  choice: (row: DiffRow) => choiceText(row, choicesOf(row.serviceId)),
});

/** Returns the rows in the order in which the table shows them. */
export function sortDiffRows(rows: readonly DiffRow[], sort: TableSort | null, choicesOf: ChoicesOf) {
  const columns = Object.entries(sortsOf(choicesOf)).map(([id, sortBy]) => ({ id, sortBy }));
  return sortRows(rows, columns, sort);
}

/** The files of all services as rows of a table. */
export function DiffTable({ rows, sorting, frame, keys, choicesOf, isExamining }: DiffTableProps) {
  const sorts = sortsOf(choicesOf);
  const columns: TableColumn<DiffRow>[] = [
    {
      id: 'name',
      header: 'Name',
      isRowHeader: true,
      width: 'minmax(7rem, 2fr)',
      sortBy: sorts.name,
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
      sortBy: sorts.folder,
      cell: ({ file }) => <FilePlaceText file={file} />,
    },
    {
      id: 'type',
      header: 'Type',
      width: 'minmax(14.5rem, 3fr)',
      className: 'whitespace-normal',
      sortBy: sorts.type,
      cell: (row) => (
        <FileState row={row} choices={choicesOf(row.serviceId)} isExamining={isExamining(row.serviceId)} />
      ),
    },
    {
      id: 'lines',
      header: 'Lines',
      width: '5.5rem',
      sortBy: sorts.lines,
      cell: ({ file }) => <ChangedLines file={file} />,
    },
    { id: 'choice', header: 'Choice', width: '9rem', sortBy: sorts.choice, cell: sorts.choice },
  ];
  return (
    <VirtualTable
      caption="Changed files"
      columns={columns}
      rows={rows}
      sorting={sorting}
      frame={frame}
      rowKey={keyOfRow}
      keys={keys}
      rowHeight={40}
      isGrowing
      minWidth="43rem"
      className="min-h-0 flex-1"
    />
  );
}
