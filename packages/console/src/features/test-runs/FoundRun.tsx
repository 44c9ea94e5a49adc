import type { TestRun } from '@atrium/contract/test-runs/test-run';
import type { UseQueryResult } from '@tanstack/react-query';
import { classNames } from '../../ui/class-names.ts';
import { useRunSearch } from './run-search.ts';
import { SearchPanel } from './SearchPanel.tsx';
import { ShownRun } from './ShownRun.tsx';

interface FoundRunProps {
  /** Of the search panel. */
  id: string;
  latest: UseQueryResult<TestRun | undefined | null>;
}

/** The run that is shown, beside the panel that finds others. */
export function FoundRun({ id, latest }: FoundRunProps) {
  const { search } = useRunSearch();
  const isFilterOpen = search.filter === 'open';
  return (
    <div
      className={classNames(
        'grid items-start gap-5',
        isFilterOpen && 'xl:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]',
      )}
    >
      <div id={id} hidden={!isFilterOpen} className="min-w-0">
        {isFilterOpen && <SearchPanel id={`${id}-form`} />}
      </div>
      <div className="min-w-0">
        <ShownRun runId={search.runId} latest={latest} />
      </div>
    </div>
  );
}
