import { listInvocations, MAX_DETAILED_CALLS } from '@atrium/contract/service-api/functions/invocations';
import { serviceUri } from '@atrium/contract/services/service';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useChange } from '../../../api/use-change.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../ui/toast.ts';
import type { LogFilter } from './log-filter.ts';

/** A browser holds the whole file; more is exported in parts of the time. */
const MAX_EXPORTED = 20_000;
const FILE_TYPE = 'application/x-ndjson';

/**
 * Saves the calls that match a filter as lines of JSON, newest first, with all logged data. Calls are loaded page by
 * page, so that neither the service nor the console holds all of them in memory. Each page is a query, which retries
 * transient errors: one of hundreds would abort the export.
 */
export function useLogExport(serviceId: string, filter: LogFilter) {
  const client = useQueryClient();
  const [exported, setExported] = useState(0);
  const saving = useChange({
    mutationFn: async () => {
      setExported(0);
      const pages: Blob[] = [];
      let [count, before, hasMore] = [0, undefined as string | undefined, true];
      while (hasMore && count < MAX_EXPORTED) {
        const query = { ...filter, details: 'true', size: MAX_DETAILED_CALLS, ...(before && { before }) };
        const page = await client.fetchQuery({
          ...endpointQuery(listInvocations, { query }, { base: serviceUri(serviceId) }),
          staleTime: 0,
          gcTime: 0,
        });
        // Blobs let the browser keep the pages on disk.
        pages.push(new Blob(page.content.map((one) => `${JSON.stringify(one)}\n`)));
        // An empty page has no last call to continue from: the next request would return the newest calls again.
        hasMore = page.hasMore && page.content.length > 0;
        before = page.content.at(-1)?.id;
        count += page.content.length;
        setExported(count);
      }
      saveFile(`calls-${serviceId}.ndjson`, new Blob(pages, { type: FILE_TYPE }));
      return { count, hasMore };
    },
    onSuccess: ({ count, hasMore }) => {
      const calls = count.toLocaleString('en-US');
      showToast(
        hasMore
          ? `The newest ${calls} calls were exported. To export older calls, choose an earlier end time.`
          : `${count === 1 ? 'One call was' : `${calls} calls were`} exported.`,
      );
    },
  });
  return { ...saving, exported };
}
