import type { FunctionCost } from '@atrium/contract/billing/function-costs';
import { formatMilliseconds } from '@atrium/contract/format-scale';
import type { FunctionCounts } from '@atrium/contract/service-api/functions/invocation-counts';
import type { FileProof } from '@atrium/contract/test-runs/proof';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { LastProof } from '../proof/LastProof.tsx';
import { costText } from './call-cost.ts';
import { COUNTED_DAYS } from './function.queries.ts';

/** Function with the data of its columns. */
export interface FunctionRow {
  name: string;
  /** Undefined without calls; null while loading. */
  counts: FunctionCounts | undefined | null;
  cost: FunctionCost | undefined | null;
  proof: FileProof | undefined | null;
}

const UNKNOWN = '…';
const NONE = '–';

/** Returns the columns that the reader may see. */
export function functionColumns(
  serviceId: string,
  has: { log: boolean; proofs: boolean },
): TableColumn<FunctionRow>[] {
  const name: TableColumn<FunctionRow> = {
    id: 'name',
    header: 'Function',
    isRowHeader: true,
    className: 'wrap-anywhere',
    sortBy: (row) => row.name,
    cell: (row) => <AppLink href={paths.service(serviceId, { function: row.name })}>{row.name}</AppLink>,
  };
  const cost: TableColumn<FunctionRow> = {
    id: 'cost',
    header: 'Cost',
    align: 'end',
    className: 'whitespace-nowrap',
    sortBy: (row) => row.cost?.cents,
    cell: (row) => (row.cost === null ? UNKNOWN : costText(row.cost)),
  };
  return [name, ...(has.log ? callColumns : []), cost, ...(has.proofs ? [proofColumn] : [])];
}

const count = (counts: FunctionRow['counts'], of: 'calls' | 'errors') =>
  counts === null ? UNKNOWN : (counts?.[of] ?? 0).toLocaleString('en-US');

const callColumns: TableColumn<FunctionRow>[] = [
  {
    id: 'calls',
    header: `Calls (${COUNTED_DAYS} days)`,
    align: 'end',
    sortBy: ({ counts }) => counts?.calls ?? 0,
    cell: ({ counts }) => count(counts, 'calls'),
  },
  {
    id: 'errors',
    header: 'Failed',
    align: 'end',
    sortBy: ({ counts }) => counts?.errors ?? 0,
    cell: ({ counts }) => count(counts, 'errors'),
  },
  {
    id: 'p95',
    header: '95th percentile',
    align: 'end',
    sortBy: ({ counts }) => counts?.p95Ms,
    cell: ({ counts }) => {
      if (counts === null) return UNKNOWN;
      return counts?.p95Ms == null ? NONE : formatMilliseconds(counts.p95Ms);
    },
  },
];

const proofColumn: TableColumn<FunctionRow> = {
  id: 'proof',
  header: 'Last proof',
  isLong: true,
  className: 'whitespace-nowrap',
  sortBy: ({ proof }) => proof?.passed?.at,
  cell: ({ proof }) => {
    if (proof === null) return UNKNOWN;
    return proof === undefined ? NONE : <LastProof proof={proof} />;
  },
};
