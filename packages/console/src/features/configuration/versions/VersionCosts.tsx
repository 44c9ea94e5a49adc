import {
  COMPARED_DAYS,
  compareVersionCosts,
  type FunctionVersionCost,
  type VersionUse,
} from '@atrium/contract/billing/version-costs';
import { formatMilliseconds } from '@atrium/contract/format-scale';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { formatCost } from '../../../lib/format.ts';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';

interface VersionCostsProps {
  serviceId: string;
  from: number;
  to: number;
}

const versionCostsQuery = ({ serviceId, from, to }: VersionCostsProps) =>
  endpointQuery(compareVersionCosts, { query: { serviceId, from, to } });

/** Cost and duration of calls to each function, with two versions side by side. */
export function VersionCosts(props: VersionCostsProps) {
  const { from, to } = props;
  const costs = useQuery(versionCostsQuery(props));
  const notes = [
    `Calls of the last ${COMPARED_DAYS} days while each version was live, at the prices of today. Reads and changes of entries are billed by collection.`,
    costs.data?.isOwnOnly && 'Only your own calls are counted.',
  ];
  return (
    <section aria-label="Cost of 1,000 calls" className="mt-6">
      <h3 className="px-4 font-semibold">Cost of 1,000 calls</h3>
      <p className="mt-1 mb-2 px-4 text-sm text-ink-soft">{notes.filter(Boolean).join(' ')}</p>
      <EntityTable
        caption="Cost of 1,000 calls"
        name={`costs.${from}-${to}`}
        query={{ ...costs, data: costs.data?.functions }}
        columns={columns}
        rowKey={({ function: name }) => name}
        initialSort={{ columnId: 'cost', isDescending: true }}
        pageSize={20}
        empty={{
          title: 'No calls',
          hint: 'No function was called while one of these versions was live.',
          action: null,
        }}
      />
    </section>
  );
}

const NONE = 'no calls';

const columns: TableColumn<FunctionVersionCost>[] = [
  {
    id: 'function',
    header: 'Function',
    isRowHeader: true,
    className: 'wrap-anywhere',
    sortBy: ({ function: name }) => name,
    cell: ({ function: name }) => name,
  },
  {
    id: 'calls',
    header: 'Calls',
    align: 'end',
    sortBy: ({ after }) => after?.calls ?? 0,
    cell: (row) => beforeAndAfter(row, ({ calls }) => calls.toLocaleString('en-US')),
  },
  {
    id: 'duration',
    header: 'Average duration',
    align: 'end',
    sortBy: ({ after }) => after && after.milliseconds / after.calls,
    cell: (row) =>
      beforeAndAfter(row, ({ milliseconds, calls }) => formatMilliseconds(Math.round(milliseconds / calls))),
  },
  {
    id: 'cost',
    header: 'Cost of 1,000 calls',
    align: 'end',
    sortBy: increaseOf,
    cell: (row) =>
      beforeAndAfter(row, (use) => {
        const cents = centsOfThousand(use);
        return cents === null ? 'no price' : formatCost(cents);
      }),
  },
];

const centsOfThousand = ({ cents, calls }: VersionUse): number | null =>
  cents === null ? null : (cents * 1000) / calls;

/** Increase of the cost of 1,000 calls in cents; undefined if the costs cannot be compared. */
function increaseOf({ before, after }: FunctionVersionCost): number | undefined {
  const [then, now] = [before && centsOfThousand(before), after && centsOfThousand(after)];
  return then === null || now === null ? undefined : now - then;
}

/** `0.02 cents → 0.04 cents`; one text if both are the same. */
function beforeAndAfter({ before, after }: FunctionVersionCost, textOf: (use: VersionUse) => string) {
  const [then, now] = [before ? textOf(before) : NONE, after ? textOf(after) : NONE];
  return then === now ? then : `${then} → ${now}`;
}
