import type { LogEntry } from '@atrium/contract/audit/log';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format-date.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { Search } from '../../ui/icons.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { AuditSearchForm } from './AuditSearchForm.tsx';
import type { AuditAddress } from './audit-address.ts';

interface LogSearchProps<Entry> {
  title: string;
  address: AuditAddress;
  isOfOneDomain?: boolean;
  query: UseInfiniteQueryResult;
  entries: Entry[] | undefined;
  /** Time of the oldest entry that was searched, if the search stopped before the end. */
  searchedBackTo: string | null | undefined;
  columns: TableColumn<Entry>[];
  onSearch: (address: AuditAddress) => void;
}

/** Search form and results of a log, of one domain or of all. */
export function LogSearch<Entry extends LogEntry>(props: LogSearchProps<Entry>) {
  const { title, address, isOfOneDomain, query, entries, searchedBackTo, columns, onSearch } = props;
  const [isOpen, setOpen] = useState(Object.values(address).some((value) => value !== undefined));
  return (
    <Card title={title} isFlush>
      {/* On phones the entries come first. */}
      {!isOpen && (
        <div className="px-4 pb-3 sm:hidden">
          <Button aria-expanded={false} icon={<Search aria-hidden size={16} />} onClick={() => setOpen(true)}>
            Search entries
          </Button>
        </div>
      )}
      <div className={isOpen ? '' : 'max-sm:hidden'}>
        <AuditSearchForm address={address} isOfOneDomain={isOfOneDomain ?? false} onSearch={onSearch} />
      </div>
      <EntityTable
        caption={title}
        query={{ ...query, data: entries }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          title: 'No entry found',
          hint: searchedBackTo
            ? 'No entry that was searched so far matches.'
            : 'No entry matches this search.',
          action: <Button onClick={() => onSearch({})}>Show all entries</Button>,
        }}
      />
      {searchedBackTo && (
        <p role="status" className="px-4 pt-4 text-center">
          Searched back to {formatDateTime(searchedBackTo)}. Older entries have not been searched yet.
        </p>
      )}
      <ShowMore query={query}>{searchedBackTo ? 'Search further back' : 'Show older entries'}</ShowMore>
    </Card>
  );
}

export const timeColumn: TableColumn<LogEntry> = {
  id: 'time',
  header: 'Time',
  className: 'whitespace-nowrap',
  cell: ({ createdOn }) => formatDateTime(createdOn),
};

/** Opens an entry by its message. */
export function LogMessage({ entry, onOpen }: { entry: LogEntry; onOpen: (entry: LogEntry) => void }) {
  return (
    <button
      type="button"
      className="text-left text-accent underline underline-offset-2"
      onClick={() => onOpen(entry)}
    >
      {entry.message}
    </button>
  );
}
