import { classNames } from '../../ui/class-names.ts';
import { LatestRun } from './LatestRun.tsx';
import { RunSummary } from './RunSummary.tsx';
import { useRunSearch } from './run-search.ts';
import { SearchPanel } from './SearchPanel.tsx';
import { useFocusAfterRunChange } from './use-focus-after-run-change.ts';

interface FoundRunProps {
  /** Of the search panel. */
  id: string;
}

/** The run that is shown, beside the panel that finds others. */
export function FoundRun({ id }: FoundRunProps) {
  const { search } = useRunSearch();
  useFocusAfterRunChange(search.runId);
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
        {search.runId === undefined ? <LatestRun /> : <RunSummary key={search.runId} runId={search.runId} />}
      </div>
    </div>
  );
}
