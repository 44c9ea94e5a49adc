import { ApiError } from '@atrium/contract/api-error';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { changeEntries } from '@atrium/contract/service-api/functions/content';
import type { Entry } from '@atrium/contract/service-api/functions/content-entry';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { usePreferences } from '../../../lib/use-preferences.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Columns3, Filter as FilterIcon, Plus, RefreshCw, Trash2 } from '../../../ui/icons.ts';
import { MenuButton } from '../../../ui/MenuButton.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Table } from '../../../ui/Table.tsx';
import { nextSort } from '../../../ui/table-column.ts';
import { useStandingError } from '../../../ui/use-standing-error.ts';
import { DeleteQuestion } from '../entry/DeleteQuestion.tsx';
import { DoneNotice } from '../entry/DoneNotice.tsx';
import { EntryDialog } from '../entry/EntryDialog.tsx';
import { differingFields } from '../entry/entry-draft.ts';
import { useEntryChanges } from '../entry/use-entry-changes.ts';
import { collectionQuery, entriesQuery, indexesQuery, placeOfCollection } from '../entry.queries.ts';
import { fieldsOf, filterFieldsOf } from '../entry-fields.ts';
import { TransferMenu } from '../transfer/TransferMenu.tsx';
import { EntriesPages } from './EntriesPages.tsx';
import { CHANGED, type EntryRow, entryColumns, standardColumns } from './entry-columns.tsx';
import { FilterBar } from './FilterBar.tsx';
import { IndexStates } from './IndexStates.tsx';
import { NeededIndex } from './NeededIndex.tsx';
import { OpenedEntry } from './OpenedEntry.tsx';
import { useEntriesAddress } from './use-entries-address.ts';

/** Address of the form for a new entry; ids of entries come with a prefix. */
const NEW = 'new';
const ONE = 'id:';

interface EntriesCardProps {
  serviceId: string;
  collection: string;
}

/** Live entries of a collection. */
export function EntriesCard({ serviceId, collection }: EntriesCardProps) {
  const address = useEntriesAddress();
  const { filters, sort, query } = address;
  const file = useQuery(collectionQuery(serviceId, collection));
  const found = useQuery({
    ...entriesQuery(serviceId, collection, query),
    placeholderData: keepPreviousData,
  });
  const indexes = useQuery(indexesQuery(serviceId));
  const error = useStandingError(found);
  const changes = useEntryChanges(serviceId, collection);
  const refusal = useRefusal(changeEntries);
  const [opened, setOpened] = useAddressed('entry');
  const [isFiltering, setFiltering] = useState(filters.length > 0);
  const [selected, setSelected] = useState<ReadonlyMap<string, Entry>>(new Map());
  const [deleted, setDeleted] = useState<readonly Entry[] | null>(null);
  const schema = file.data?.fields?.['schema'];
  const fields = useMemo(() => fieldsOf(schema), [schema]);
  const filterFields = useMemo(() => filterFieldsOf(schema), [schema]);
  const { preferences, change: choose } = usePreferences<{ shown?: string[] }>(
    `entries.${serviceId}.${collection}`,
    {},
  );
  const shown = preferences.shown ?? standardColumns(fields);
  const rows = useMemo(
    () =>
      found.data?.content.map(
        (entry, index): EntryRow => ({ entry, change: found.data.changes?.[index] ?? null }),
      ),
    [found.data],
  );
  const ofCollection = (indexes.data ?? []).filter((index) => index.collection === collection);

  function handleSelect(entries: readonly Entry[], isSelected: boolean) {
    const next = new Map(selected);
    for (const entry of entries) {
      if (isSelected) next.set(entry.id, entry);
      else next.delete(entry.id);
    }
    setSelected(next);
  }

  /** Selected entries stay as they are stored. */
  function handleChanged(now: ReadonlyMap<string, Entry | null>) {
    setSelected((before) => {
      const next = new Map(before);
      for (const [id, entry] of now) {
        if (entry === null) next.delete(id);
        else if (next.has(id)) next.set(id, entry);
      }
      return next;
    });
  }

  const columns = entryColumns({
    fields,
    shown,
    selected: new Set(selected.keys()),
    onSelect: (ids, isSelected) =>
      handleSelect(
        (rows ?? []).flatMap(({ entry }) => (ids.includes(entry.id) ? [entry] : [])),
        isSelected,
      ),
    onOpen: (id) => setOpened(ONE + id),
  });
  const adding = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={16} />}
      refusal={refusal}
      disabled={file.data === undefined}
      onClick={() => setOpened(NEW)}
    >
      New entry
    </Button>
  );
  // The refusal names the field to declare, one that is sorted or filtered by.
  const missing =
    error instanceof ApiError && error.status === 422
      ? [sort?.columnId, ...filters.map(([[name]]) => name)].find((name) =>
          error.message.includes(`Add "${name}" to "indexes"`),
        )
      : undefined;
  const isPageSelected = (rows?.length ?? 0) > 0 && rows?.every(({ entry }) => selected.has(entry.id));
  return (
    <>
      <DoneNotice changes={changes} />
      <Card
        title={collection}
        description={<Help topic="entries" />}
        isFlush
        actions={
          <span className="flex flex-wrap items-center gap-2">
            <Button
              size="small"
              icon={<RefreshCw aria-hidden size={14} />}
              isBusy={found.isRefetching}
              onClick={() => void found.refetch()}
            >
              Refresh
            </Button>
            <Button
              size="small"
              icon={<FilterIcon aria-hidden size={14} />}
              aria-expanded={isFiltering}
              onClick={() => setFiltering(!isFiltering)}
            >
              Filter
            </Button>
            <MenuButton
              className={buttonClass('secondary', 'small')}
              align="end"
              actions={[...fields.map(({ name }) => name).filter((name) => name !== 'id'), CHANGED].map(
                (name) => ({
                  label: name,
                  isChecked: shown.includes(name),
                  onSelect: () =>
                    choose({
                      shown: shown.includes(name)
                        ? shown.filter((other) => other !== name)
                        : [...shown, name],
                    }),
                }),
              )}
            >
              <Columns3 aria-hidden size={14} />
              Columns
            </MenuButton>
            <TransferMenu
              serviceId={serviceId}
              collection={collection}
              fields={fields}
              schema={schema}
              query={query}
              changes={changes}
            />
            {adding}
          </span>
        }
      >
        <div className="px-4 pb-3 empty:hidden">
          <IndexStates indexes={ofCollection} />
        </div>
        <FilterBar
          fields={filterFields}
          filters={filters}
          isOpen={isFiltering}
          onChange={address.setFilters}
        />
        {file.data && file.data.fields === undefined && (
          <p className="px-4 pb-3 text-sm text-ink-soft">
            The schema cannot be shown as a form, because its file holds more than plain values.{' '}
            <AppLink href={paths.service(serviceId, { file: filePathOf(placeOfCollection(collection)) })}>
              Open the file
            </AppLink>
          </p>
        )}
        {error && (
          <ErrorAlert
            className="mx-4 mb-4"
            error={error}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
            actions={
              <>
                {missing !== undefined && (
                  <NeededIndex
                    serviceId={serviceId}
                    collection={collection}
                    field={missing}
                    file={file.data}
                    index={ofCollection.find(({ field }) => field === missing)}
                  />
                )}
                {sort !== null && (
                  <Button size="small" onClick={() => address.setSort(null)}>
                    Sort by id
                  </Button>
                )}
              </>
            }
          />
        )}
        {rows && (rows.length > 0 || selected.size > 0) && (
          <div className="flex min-h-11 flex-wrap items-center gap-3 border-t border-line px-4 py-1.5 text-sm">
            <button
              type="button"
              className="text-accent underline underline-offset-2"
              onClick={() =>
                handleSelect(
                  rows.map(({ entry }) => entry),
                  !isPageSelected,
                )
              }
            >
              {isPageSelected ? 'Select none of this page' : 'Select all of this page'}
            </button>
            {selected.size > 0 && (
              <>
                <span className="tabular text-ink-soft">
                  {selected.size.toLocaleString('en-US')} selected
                </span>
                <Button
                  size="small"
                  icon={<Trash2 aria-hidden size={14} />}
                  refusal={refusal}
                  onClick={() => setDeleted([...selected.values()])}
                >
                  Delete selected
                </Button>
                <Button size="small" variant="quiet" onClick={() => setSelected(new Map())}>
                  Clear selection
                </Button>
              </>
            )}
          </div>
        )}
        {rows && found.data ? (
          <div aria-busy={found.isPlaceholderData || undefined} className="aria-busy:opacity-60">
            {rows.length === 0 && query.cursor !== undefined ? (
              <EmptyState
                title="No entries on this page"
                hint="The entries of this page were deleted, or have moved to another page."
                action={<Button onClick={() => address.setPlace(null)}>Go to the first page</Button>}
              />
            ) : rows.length === 0 ? (
              <EmptyState
                title={filters.length > 0 ? 'No entry found' : 'No entries yet'}
                hint={
                  filters.length > 0
                    ? 'No entry matches these filters.'
                    : 'Entries appear here as soon as you, or one of your functions, add them.'
                }
                action={
                  filters.length > 0 ? (
                    <Button onClick={() => address.setFilters([])}>Show all entries</Button>
                  ) : (
                    adding
                  )
                }
              />
            ) : (
              <Table
                caption={`Entries of ${collection}`}
                columns={columns}
                rows={rows}
                rowKey={({ entry }) => entry.id}
                isRowSelected={({ entry }) => selected.has(entry.id)}
                sort={sort ?? { columnId: 'id', isDescending: false }}
                onSort={(columnId) => address.setSort(nextSort(sort, columnId))}
              />
            )}
            <EntriesPages found={found.data} page={address.page} onChange={address.setPlace} />
          </div>
        ) : (
          !error && <Skeleton lines={10} label="Loading the entries" className="px-4 pb-4" />
        )}
      </Card>
      {opened !== undefined && file.data && (
        <OpenedEntry
          key={opened}
          serviceId={serviceId}
          collection={collection}
          id={opened.startsWith(ONE) ? opened.slice(ONE.length) : null}
          rows={rows}
        >
          {(row) => (
            <EntryDialog
              serviceId={serviceId}
              collection={collection}
              fields={fields}
              entry={row?.entry ?? null}
              change={row?.change}
              onClose={() => setOpened(undefined)}
              onDelete={(entry) => {
                setOpened(undefined);
                setDeleted([entry]);
              }}
              onSaved={(edit) => {
                setOpened(undefined);
                const { before, after } = edit;
                if (after) handleChanged(new Map([[after.id, after]]));
                const isSame = before && after && differingFields(before, after).length === 0;
                if (!isSame)
                  void changes.note(`The entry ${after?.id} was ${before ? 'changed' : 'added'}.`, [edit]);
              }}
            />
          )}
        </OpenedEntry>
      )}
      {deleted && (
        <DeleteQuestion
          collection={collection}
          entries={deleted}
          changes={changes}
          onChanged={handleChanged}
          onDeleted={() => setDeleted(null)}
          onClose={() => setDeleted(null)}
        />
      )}
    </>
  );
}
