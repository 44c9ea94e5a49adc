import { type Invocation, listInvocations } from '@atrium/contract/service-api/invocations';
import { serviceUri } from '@atrium/contract/services/service';
import { call } from '../../../api/call.ts';
import { useChange } from '../../../api/use-change.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showToast } from '../../../ui/toast.ts';
import type { LogFilter } from './log-filter.ts';

const AT_ONCE = 200;
/** A browser holds the whole file; more is exported in parts of the time. */
const MAX_EXPORTED = 20_000;

/** Saves the calls that a filter finds, newest first, as lines of JSON. */
export function useLogExport(serviceId: string, filter: LogFilter) {
  return useChange({
    mutationFn: async () => {
      const found: Invocation[] = [];
      let hasMore = true;
      while (hasMore && found.length < MAX_EXPORTED) {
        const before = found.at(-1)?.id;
        const query = { ...filter, size: AT_ONCE, ...(before !== undefined && { before }) };
        const page = await call(listInvocations, { query }, { base: serviceUri(serviceId) });
        found.push(...page.content);
        hasMore = page.hasMore;
      }
      return { found, hasMore };
    },
    onSuccess: ({ found, hasMore }) => {
      const lines = found.map((invocation) => `${JSON.stringify(invocation)}\n`);
      saveFile(`calls-${serviceId}.ndjson`, new Blob(lines, { type: 'application/x-ndjson' }));
      const count = found.length.toLocaleString('en-US');
      showToast(
        hasMore
          ? `The newest ${count} calls were exported. To export older calls, choose an earlier end time.`
          : `${found.length === 1 ? 'One call was' : `${count} calls were`} exported.`,
      );
    },
  });
}
