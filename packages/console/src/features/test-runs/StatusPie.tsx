import { TEST_STATUSES, type TestStatus } from '@atrium/contract/test-runs/status';
import type { StatusCounts } from '@atrium/contract/test-runs/test-run';
import { arc, pie } from 'd3-shape';
import { statusColors } from './status-look.ts';

const RADIUS = 100;
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

interface StatusPieProps {
  counts: StatusCounts;
}

/** How many tests are in each state, as a pie and as a table; states without tests are left out. */
export function StatusPie({ counts }: StatusPieProps) {
  const present = TEST_STATUSES.map((status) => ({ status, count: counts[status] ?? 0 })).filter(
    ({ count }) => count > 0,
  );
  const total = present.reduce((sum, { count }) => sum + count, 0);
  const slices = pie<{ status: TestStatus; count: number }>()
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
        className="size-44 shrink-0"
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
      <table className="text-sm">
        <caption className="sr-only">Tests by status</caption>
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="py-1 pr-6 text-left font-semibold">
              Status
            </th>
            <th scope="col" className="py-1 pr-4 text-right font-semibold">
              Tests
            </th>
            <th scope="col" className="py-1 text-right font-semibold">
              Share
            </th>
          </tr>
        </thead>
        <tbody className="tabular">
          {present.map(({ status, count }) => (
            <tr key={status}>
              <th scope="row" className="py-1 pr-6 text-left font-normal whitespace-nowrap">
                <svg aria-hidden viewBox="0 0 14 14" className="mr-2 inline-block size-3.5 align-[-0.15em]">
                  <rect
                    x="1"
                    y="1"
                    width="12"
                    height="12"
                    rx="2"
                    fill={statusColors[status]}
                    className="stroke-ink-soft"
                  />
                </svg>
                {status}
              </th>
              <td className="py-1 pr-4 text-right">{count}</td>
              <td className="py-1 text-right">{percent.format(count / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
