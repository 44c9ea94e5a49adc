import type { TestStatus } from '@atrium/contract/test-runs/status';
import { statusColors } from '../status-style.ts';

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

export interface StatusCount {
  status: TestStatus;
  count: number;
}

/** Number and share of tests by status, in the colors of the pie chart. */
export function StatusShares({ counts, total }: { counts: StatusCount[]; total: number }) {
  return (
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
        {counts.map(({ status, count }) => (
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
  );
}
