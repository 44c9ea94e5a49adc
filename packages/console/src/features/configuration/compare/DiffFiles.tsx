import type { Pull } from '@atrium/contract/configuration/pull';
import type { ReactNode, RefObject } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { RowKeys } from '../../../ui/use-row-keys.ts';
import type { TableSorting } from '../../../ui/VirtualTable.tsx';
import { type Choices, choicesOf } from '../decisions/diff-choices.ts';
import { FolderChoices } from '../decisions/FolderChoices.tsx';
import { filesOfRows } from '../decisions/metadata-pairs.ts';
import type { DiffView } from '../decisions/pull-session.ts';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import type { ServiceToSubmit } from '../submit/service-submit.ts';
import type { DiffRow, FolderEntry } from './diff-rows.ts';
import { lossOf } from './lost-files.ts';
import { ChangedBy } from './rows/ChangedBy.tsx';
import { DiffTable } from './rows/DiffTable.tsx';
import { DiffTree, type TreeEntry } from './rows/DiffTree.tsx';
import { FileState } from './rows/FileState.tsx';
import { ServiceLine } from './rows/ServiceLine.tsx';

interface DiffFilesProps {
  pull: Pull;
  /** The services that have files to list, by their ids. */
  services: ReadonlyMap<string, ServiceToSubmit>;
  /** The rows that pass the search and the filters, by service. */
  shownRows: ReadonlyMap<string, readonly DiffRow[]>;
  /** Whether the search and the filters hide all files. */
  isEmpty: boolean;
  /** Rows in the order of the view, without those of closed folders. */
  rows: readonly DiffRow[];
  /** Sort order of the table. */
  sorting: TableSorting;
  /** The rows with their services and folders; empty for the table. */
  entries: readonly TreeEntry[];
  choices: Choices;
  dispatch: (action: ChoiceAction) => void;
  view: DiffView;
  /** Whether a filter hides some files. */
  isNarrowed: boolean;
  onShowAll: () => void;
  keys: RowKeys<DiffRow>;
  frame: RefObject<HTMLDivElement | null>;
  closed: ReadonlySet<string>;
  onClosed: (closed: ReadonlySet<string>) => void;
  /** Content below the files. */
  footer: ReactNode;
}

/** The changed files in the chosen view, each service and folder with one choice for all of its files. */
export function DiffFiles(props: DiffFilesProps) {
  const { pull, services, shownRows, choices, dispatch, view, isNarrowed, keys, closed } = props;
  const of = (serviceId: string) => choicesOf(choices, serviceId);
  const isExamining = (serviceId: string) => services.get(serviceId)?.diff.isExamining ?? false;
  const serviceLine = (serviceId: string, head = '') => {
    const service = services.get(serviceId);
    return (
      service && (
        <ServiceLine
          key={serviceId}
          service={service}
          head={head}
          rows={shownRows.get(serviceId) ?? []}
          isNarrowed={isNarrowed}
          dispatch={dispatch}
        />
      )
    );
  };
  const folderMenu = ({ serviceId, path, from, to }: FolderEntry) => {
    const files = filesOfRows(shownRows.get(serviceId)?.slice(from, to) ?? []);
    return (
      <FolderChoices
        folder={path}
        shownCount={isNarrowed ? files.length : undefined}
        isExamining={isExamining(serviceId)}
        onChoose={(action) => dispatch({ type: 'chooseAll', serviceId, files, action })}
      />
    );
  };
  const details = (row: DiffRow) => {
    const diff = services.get(row.serviceId)?.diff;
    return (
      diff && (
        <>
          <FileState row={row} choices={of(row.serviceId)} isExamining={diff.isExamining} />
          <ChangedBy pull={pull} diff={diff} file={row.file} />
        </>
      )
    );
  };
  const toggle = (key: string) =>
    props.onClosed(new Set(closed.has(key) ? [...closed].filter((one) => one !== key) : [...closed, key]));
  return (
    <>
      {props.isEmpty ? (
        <NoFileFound onShowAll={props.onShowAll} />
      ) : view === 'table' ? (
        <>
          {[...services.keys()].map((serviceId) => serviceLine(serviceId))}
          <DiffTable
            rows={props.rows}
            sorting={props.sorting}
            frame={props.frame}
            keys={keys}
            choicesOf={of}
            isExamining={isExamining}
          />
        </>
      ) : (
        <DiffTree
          frame={props.frame}
          entries={props.entries}
          rows={props.rows}
          keys={keys}
          choicesOf={of}
          isLost={(row) => lossOf(services.get(row.serviceId), row) !== undefined}
          closed={closed}
          onToggle={toggle}
          serviceLine={(diff, head) => serviceLine(diff.service.serviceId, head)}
          folderMenu={folderMenu}
          details={view === 'list' ? details : undefined}
        />
      )}
      <div className="mt-auto border-t border-line empty:hidden">{props.footer}</div>
    </>
  );
}

/** Empty state when the search and the filters hide all files. */
export function NoFileFound({ onShowAll }: { onShowAll: () => void }) {
  return (
    <EmptyState
      title="No file found"
      hint="No file matches the search and the filters."
      action={<Button onClick={onShowAll}>Clear search and filters</Button>}
    />
  );
}
