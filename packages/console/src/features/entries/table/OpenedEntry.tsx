import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { entriesQuery } from '../entry.queries.ts';
import type { EntryRow } from './entry-columns.tsx';

interface OpenedEntryProps {
  serviceId: string;
  collection: string;
  /** Null for a new entry. */
  id: string | null;
  /** Entries of the page. */
  rows: readonly EntryRow[] | undefined;
  children: (row: EntryRow | null) => ReactNode;
}

/** Entry of the address: from the page, or read alone. */
export function OpenedEntry({ serviceId, collection, id, rows, children }: OpenedEntryProps) {
  // Rows change below an open dialog: it keeps what it began with.
  const [known] = useState(() => rows?.find(({ entry }) => entry.id === id));
  const isWanted = id !== null && known === undefined;
  const { data, error } = useQuery({
    ...entriesQuery(serviceId, collection, { where: { id: id ?? '' }, size: 1 }),
    enabled: isWanted,
  });
  if (!isWanted) return children(known ?? null);
  if (error) return <ErrorAlert error={error} className="mt-3" />;
  if (!data) return null;
  const [entry] = data.content;
  if (!entry)
    return (
      <p role="status" className="mt-3">
        There is no entry {id} in {collection}.
      </p>
    );
  return children({ entry, change: data.changes?.[0] ?? null });
}
