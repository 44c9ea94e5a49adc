import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPanel } from '../../../ui/QueryPanel.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { FunctionFolder } from './function-folders.ts';

interface FunctionFiltersProps {
  search: string;
  onSearch: (search: string) => void;
  folder: string | null;
  folders: readonly FunctionFolder[];
  onFolder: (folder: string | null) => void;
}

/** Search of the table of functions, and a folder select without room for a tree. */
export function FunctionFilters({ search, onSearch, folder, folders, onFolder }: FunctionFiltersProps) {
  return (
    <>
      <TextField
        type="search"
        label="Search functions"
        isLabelHidden
        placeholder="Search functions"
        className="w-64 max-w-full"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      {folders.length > 0 && (
        <Select
          label="Folder"
          isLabelHidden
          className="max-w-full xl:hidden"
          placeholder="All folders"
          options={folders.map(({ path, count }) => ({ value: path, label: `${path} (${count})` }))}
          value={folder ?? ''}
          onChange={(event) => onFolder(event.target.value || null)}
        />
      )}
    </>
  );
}

interface FunctionNotesProps {
  /** Explains costs that the table omits. */
  note: string | undefined;
  /** Calls that may have failed. */
  problems: readonly UseQueryResult<unknown>[];
}

/** Notes on missing data above the table of functions. */
export function FunctionNotes({ note, problems }: FunctionNotesProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-3 empty:hidden">
      {note && <p className="text-sm text-ink-soft">{note}</p>}
      {problems.map((query, index) => (
        <QueryPanel key={index} query={query} skeleton={<></>}>
          {() => null}
        </QueryPanel>
      ))}
    </div>
  );
}
