import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useDeferredValue, useRef, useState } from 'react';
import { lastResultOf } from '../../../lib/last-result.ts';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ChevronLeft, ChevronRight, List } from '../../../ui/icons.ts';
import type { TableSort } from '../../../ui/table-column.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import type { RowKeys } from '../../../ui/use-row-keys.ts';
import { type Choices, choicesOf, type ServiceChoices } from '../decisions/diff-choices.ts';
import { isRowUndecided } from '../decisions/metadata-pairs.ts';
import type { DiffView } from '../decisions/pull-session.ts';
import type { ChoiceAction } from '../decisions/reduce-choices.ts';
import type { OpenFile } from '../merge/open-file.ts';
import type { ServiceSubmit, ServiceToSubmit } from '../submit/service-submit.ts';
import { DiffFiles, NoFileFound } from './DiffFiles.tsx';
import { DiffMenu, DiffToolbar, type DiffToolbarProps } from './DiffToolbar.tsx';
import { type DiffRow, entriesOf, folderOfAll, type RowFilter, rowsOf, shownRowsOf } from './diff-rows.ts';
import { lossOf } from './lost-files.ts';
import { actOnKey } from './rows/act-on-key.ts';
import { sortDiffRows } from './rows/DiffTable.tsx';
import { stateText, type TreeEntry } from './rows/DiffTree.tsx';
import { SelectedFile } from './rows/SelectedFile.tsx';
import { IdenticalServices, UnexaminedServices } from './ServiceNotices.tsx';
import { useSelectedRow } from './use-selected-row.ts';

interface DiffPanesProps {
  pull: Pull;
  /** All services that take part. */
  services: readonly ServiceToSubmit[];
  choices: Choices;
  dispatch: (action: ChoiceAction) => void;
  filter: RowFilter;
  isNarrowed: boolean;
  /** Clears the search and the filters. */
  onShowAll: () => void;
  view: DiffView;
  /** Whether some service is still being compared. */
  isLoading: boolean;
  toolbar: DiffToolbarProps;
  submit: ServiceSubmit;
  onOpen: (serviceId: string, open: OpenFile) => void;
}

/** Cached, because rendering must not iterate over thousands of files each time. */
const undecidedIn = lastResultOf((rows: readonly DiffRow[], choices: ServiceChoices) =>
  rows.filter((row) => isRowUndecided(choices, row)),
);

/** The changed files at the left and the comparison of one of them at the right; on a phone the files are a sheet. */
export function DiffPanes(props: DiffPanesProps) {
  const { pull, services, choices, dispatch, filter, view, onOpen } = props;
  const isNarrow = useIsNarrow();
  // The columns of a table do not fit on a phone.
  const shownView = isNarrow && view === 'table' ? 'list' : view;
  const frame = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [sort, setSort] = useState<TableSort | null>(null);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { led } = props.toolbar.shown;
  const [seenJump, setSeenJump] = useState(led.times);
  // A jump may lead into a closed folder.
  if (led.times !== seenJump) {
    setSeenJump(led.times);
    setClosed(new Set());
  }
  const listed = services.filter(
    ({ diff }) => diff.local && (filter.isUnchangedShown ? diff.files : diff.changed).length > 0,
  );
  const byId = new Map(listed.map((service) => [service.diff.service.serviceId, service]));
  const of = (serviceId: string) => choicesOf(choices, serviceId);
  const isUndecided = (row: DiffRow) => isRowUndecided(of(row.serviceId), row);
  const shownRows = new Map(listed.map(({ diff }) => [diff.service.serviceId, shownRowsOf(diff, filter)]));
  const entriesIn = ({ diff }: ServiceToSubmit): TreeEntry[] => {
    const { serviceId } = diff.service;
    // Several services need the line of the folder, which closes it. The same with and without filters.
    const head = listed.length === 1 && shownView === 'tree' ? folderOfAll(rowsOf(diff, filter)) : '';
    const below = entriesOf(shownRows.get(serviceId) ?? [], shownView, closed, head);
    return [{ kind: 'service', key: serviceId, diff, head }, ...below];
  };
  const entries = shownView === 'table' ? [] : listed.flatMap(entriesIn);
  const rows =
    shownView === 'table'
      ? sortDiffRows([...shownRows.values()].flat(), sort, of)
      : entries.flatMap((entry) => (entry.kind === 'file' ? [entry.row] : []));
  const { current, select } = useSelectedRow({
    rows,
    isUndecided,
    isLoading: props.isLoading,
    led: led.times,
    list: frame,
  });
  // While a key is held, only the file at which it is released is compared.
  const compared = useDeferredValue(current);
  const comparedIn = compared && byId.get(compared.serviceId);

  const undecided = listed.flatMap(({ diff }) =>
    undecidedIn(rowsOf(diff, filter), of(diff.service.serviceId)),
  );
  const others = undecided.filter(({ key }) => key !== current?.key);
  const goToNextConflict = () => {
    const at = undecided.findIndex(({ key }) => key === current?.key);
    const after = rows.slice(current ? rows.indexOf(current) + 1 : 0).find(isUndecided);
    const next =
      after ??
      rows.find((row) => isUndecided(row) && row.key !== current?.key) ??
      undecided[at + 1] ??
      others[0];
    if (next === undefined) return;
    if (!rows.includes(next)) {
      props.onShowAll();
      setClosed(new Set());
    }
    select(next.key);
  };
  const keys: RowKeys<DiffRow> = {
    currentKey: current?.key ?? null,
    onCurrent: select,
    onKey: (key, row) =>
      actOnKey(key, row, {
        dispatch,
        onMerge: ({ serviceId, file }) => onOpen(serviceId, { file, dialog: 'merge' }),
        onNextConflict: goToNextConflict,
        onCompare: () => {
          setSheetOpen(false);
          heading.current?.focus();
        },
      }),
  };
  const selectOnPhone = (key: string) => {
    select(key);
    setSheetOpen(false);
  };
  const isEmpty = [...shownRows.values()].every(({ length }) => length === 0);
  const identical = <IdenticalServices services={services.map(({ diff }) => diff)} submit={props.submit} />;
  if (listed.length === 0) return identical;
  const unexamined = <UnexaminedServices services={listed} submit={props.submit} />;

  const files = (
    <DiffFiles
      pull={pull}
      services={byId}
      shownRows={shownRows}
      isEmpty={isEmpty}
      rows={rows}
      sorting={{ sort, onSort: setSort }}
      entries={entries}
      choices={choices}
      dispatch={dispatch}
      view={shownView}
      isNarrowed={props.isNarrowed}
      onShowAll={props.onShowAll}
      keys={isNarrow ? { ...keys, onCurrent: selectOnPhone } : keys}
      frame={frame}
      closed={closed}
      onClosed={setClosed}
      footer={
        <>
          {!isNarrow && unexamined}
          {identical}
        </>
      }
    />
  );
  const step = (offset: number) => {
    const row = rows[(current ? rows.indexOf(current) : 0) + offset];
    if (row) select(row.key);
  };
  const comparison = compared && comparedIn && (
    <SelectedFile
      pull={pull}
      diff={comparedIn.diff}
      row={compared}
      choices={of(compared.serviceId)}
      dispatch={dispatch}
      loss={lossOf(comparedIn, compared)}
      otherConflicts={others.length}
      onNextConflict={() => {
        goToNextConflict();
        // The button is gone at the last conflict.
        heading.current?.focus();
      }}
      onOpen={(open) => onOpen(compared.serviceId, open)}
      rows={rows}
      keys={keys}
      heading={heading}
    />
  );
  const announced = (
    <p role="status" className="sr-only">
      {current && `${filePathOf(current.file)}, ${stateText(current, of(current.serviceId))}`}
    </p>
  );
  if (isNarrow) {
    return (
      <>
        <div className="flex items-center gap-2">
          <Button size="small" icon={<List aria-hidden size={16} />} onClick={() => setSheetOpen(true)}>
            Files ({rows.length.toLocaleString('en')})
          </Button>
          <DiffMenu {...props.toolbar} />
          <IconButton
            label="Previous file"
            icon={<ChevronLeft aria-hidden size={18} />}
            className="ml-auto"
            disabled={current === undefined || current === rows[0]}
            onClick={() => step(-1)}
          />
          <IconButton
            label="Next file"
            icon={<ChevronRight aria-hidden size={18} />}
            disabled={current === undefined || current === rows.at(-1)}
            onClick={() => step(1)}
          />
        </div>
        {isEmpty && <NoFileFound onShowAll={props.onShowAll} />}
        {comparison}
        {unexamined}
        {announced}
        {isSheetOpen && (
          <Dialog
            isOpen
            size="full"
            title="Files"
            onClose={() => setSheetOpen(false)}
            bodyClassName="!p-0 !overflow-hidden flex flex-col"
          >
            <div className="border-b border-line px-3 py-2">
              <DiffToolbar {...props.toolbar} />
            </div>
            {files}
          </Dialog>
        )}
      </>
    );
  }
  return (
    <>
      <DiffToolbar {...props.toolbar} />
      <div className="relative min-h-96 flex-1">
        <div
          className={classNames(
            'absolute inset-0 grid overflow-clip rounded-panel border border-line bg-surface',
            shownView === 'table'
              ? 'grid-cols-[minmax(0,44rem)_minmax(0,1fr)]'
              : 'grid-cols-[minmax(16rem,23rem)_minmax(0,1fr)]',
          )}
        >
          <div className="flex min-h-0 min-w-0 flex-col border-r border-line">{files}</div>
          <div className="flex min-h-0 min-w-0 flex-col">{comparison}</div>
        </div>
      </div>
      {announced}
    </>
  );
}
