import { TEST_STATUSES } from '@atrium/contract/test-runs/status';
import type { StatusCounts } from '@atrium/contract/test-runs/test-run';
import { arc, pie } from 'd3-shape';
import { statusColors } from '../status-style.ts';
import { type StatusCount, StatusShares } from './StatusShares.tsx';

const RADIUS = 100;

interface StatusPieProps {
  counts: StatusCounts;
}

/** Number of tests by status, as a pie chart and a table; empty statuses are omitted. */
export function StatusPie({ counts }: StatusPieProps) {
  const present = TEST_STATUSES.map((status) => ({ status, count: counts[status] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  const total = present.reduce((sum, { count }) => sum + count, 0);
  const slices = pie<StatusCount>()
    .sort(null)
    .value(({ count }) => count)(present);
  const shape = arc<(typeof slices)[number]>().innerRadius(0).outerRadius(RADIUS);
  const label = present.map(({ status, count }) => `${status} ${count}`).join(', ');
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
      <svg
        role="img"
        aria-label={`Tests by status: ${label}`}
        viewBox={`${-RADIUS - 3} ${-RADIUS - 3} ${2 * RADIUS + 6} ${2 * RADIUS + 6}`}
        className="size-48 shrink-0"
      >
        {slices.map((slice) => (
          // The outline keeps black, white-ish and grey slices visible on a ground of their colour.
          <path
            key={slice.data.status}
            d={shape(slice) ?? undefined}
            fill={statusColors[slice.data.status]}
            className="stroke-ink-soft [stroke-linejoin:round] [stroke-width:1.5]"
          >
            <title>{`${slice.data.status}: ${slice.data.count}`}</title>
          </path>
        ))}
      </svg>
      <StatusShares counts={present} total={total} />
    </div>
  );
}
