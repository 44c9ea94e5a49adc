import { ApiError } from '@atrium/contract/api-error';
import { MAX_PAGE_SIZE } from '@atrium/contract/paging';
import type { Entry, EntryQuery } from '@atrium/contract/service-api/functions/content-entry';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../ui/toast.ts';
import { entriesQuery } from '../entry.queries.ts';
import type { EntryField } from '../entry-fields.ts';
import { toCsv } from './entry-rows.ts';

/** A browser holds the whole file; more is exported in parts, by filters. */
const MAX_EXPORTED = 50_000;

export type ExportFormat = 'csv' | 'json';

/** Saves the entries that a query finds as a file, read page by page. */
export function useEntriesExport(serviceId: string, collection: string, fields: readonly EntryField[]) {
  const client = useQueryClient();
  const [exported, setExported] = useState(0);
  const saving = useChange({
    mutationFn: async ({ format, query }: { format: ExportFormat; query: Partial<EntryQuery> }) => {
      setExported(0);
      const { cursor: _, ...all } = query;
      const entries: Entry[] = [];
      let [cursor, size] = [undefined as string | null | undefined, MAX_PAGE_SIZE];
      while (cursor !== null && entries.length < MAX_EXPORTED) {
        try {
          const page = await client.fetchQuery({
            ...entriesQuery(serviceId, collection, { ...all, size, ...(cursor !== undefined && { cursor }) }),
            staleTime: 0,
            gcTime: 0,
          });
          entries.push(...page.content);
          cursor = page.cursors.next;
          setExported(entries.length);
        } catch (error) {
          // Large entries: fewer fit into a page.
          if (!(error instanceof ApiError && error.status === 422) || size < 25) throw error;
          size = Math.floor(size / 2);
        }
      }
      const text = format === 'csv' ? toCsv(entries, fields) : `${JSON.stringify(entries, null, 2)}\n`;
      const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
      saveFile(`${collection}.${format}`, new Blob([text], { type }));
      return { count: entries.length, hasMore: cursor !== null };
    },
    onSuccess: ({ count, hasMore }) => {
      const counted = count.toLocaleString('en-US');
      showToast(
        hasMore
          ? `The first ${counted} entries were exported. To export others, choose them with filters.`
          : `${count === 1 ? 'One entry was' : `${counted} entries were`} exported.`,
      );
    },
  });
  return { ...saving, exported };
}
