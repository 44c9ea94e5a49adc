import type { ChangeSearch } from '@atrium/contract/test-runs/change-search';
import { searchEndText } from '@atrium/contract/test-runs/search-end-text';
import { formatQuantity } from '../../../lib/format.ts';

/** Describes the progress of a search, or the reason it ended without a version; undefined once a version is found. */
export function changeSearchText(search: ChangeSearch): string | undefined {
  const { status, versions, left, runs, maxRuns } = search;
  if (status !== 'RUNNING') return searchEndText(search);
  return `Searching ${formatQuantity(versions, 'version')}: ${left} left after ${runs} of at most ${formatQuantity(maxRuns, 'test run')}`;
}
