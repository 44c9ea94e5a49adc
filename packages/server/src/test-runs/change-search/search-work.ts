import type { SearchStatus } from '@atrium/contract/test-runs/change-search';
import { searchEndText } from '@atrium/contract/test-runs/search-end-text';
import type { StartedWork } from '@atrium/contract/work/work';
import type { StoredSearch } from '../test-runs.tables.ts';
import { toChangeSearch } from './search-response.ts';

/** Ended without a version, it has done what it could. */
const states: Partial<Record<SearchStatus, StartedWork['state']>> = {
  RUNNING: 'RUNNING',
  CANCELED: 'CANCELED',
  ERROR: 'FAILED',
};

/** A search as its person finds it again. */
export function toSearchWork(stored: StoredSearch): StartedWork {
  const search = toChangeSearch(stored);
  const { found } = search;
  return {
    id: stored.id,
    kind: 'CHANGE_SEARCH',
    state: states[search.status] ?? 'DONE',
    startedOn: search.startedAt,
    endedOn: search.finishedAt,
    done: search.runs,
    total: search.maxRuns,
    about: search.testId,
    outcome: found
      ? `Version ${found.version} of ${found.serviceId} broke it.`
      : (searchEndText(search) ?? null),
    pullId: null,
    runId: search.runId,
    testId: search.testId,
  };
}
