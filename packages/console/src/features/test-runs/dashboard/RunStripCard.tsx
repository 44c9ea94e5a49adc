import { useInfiniteQuery } from '@tanstack/react-query';
import { formatQuantity } from '../../../lib/format.ts';
import { RunStrip } from '../RunStrip.tsx';
import { recentRunsQuery } from '../run-history.queries.ts';
import { useRunSearch } from '../run-search.ts';
import { MARKS, markStyles } from '../status-style.ts';

/** The last 30 runs above the one that is shown; nothing while there is none. */
export function RunStripCard() {
  const { search } = useRunSearch();
  const recent = useInfiniteQuery(recentRunsQuery());
  const runs = recent.data?.pages[0];
  if (!runs || runs.length === 0) return null;
  const failed = runs.filter(({ status }) => status === 'FAIL').length;
  return (
    <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-60">
        <RunStrip runs={runs} currentId={search.runId} />
      </div>
      <p className="tabular text-sm text-ink-soft">
        Last {formatQuantity(runs.length, 'run')}, {failed} failed
      </p>
      <div className="w-full">
        <MarkLegend />
      </div>
    </div>
  );
}

/** Legend of the marks in strips and in the heat map. */
function MarkLegend() {
  return (
    <ul aria-label="Meaning of the marks" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {MARKS.map((mark) => (
        <li key={mark} className="flex items-end gap-1.5">
          <span aria-hidden className="mb-0.5 flex h-4 items-end">
            <span
              className={`w-2.5 bg-current ${markStyles[mark].ink}`}
              style={{ height: `${100 * markStyles[mark].height}%` }}
            />
          </span>
          {markStyles[mark].text}
        </li>
      ))}
    </ul>
  );
}
