import type { Test } from '@atrium/contract/test-runs/test';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusIcon } from '../TestStatusBadge.tsx';
import { type ComparedTest, TEST_DIFFERENCES, type TestDifference } from './compare-runs.ts';

const tones: Record<TestDifference, BadgeTone> = {
  'new failure': 'danger',
  fixed: 'ok',
  'still failing': 'warn',
  canceled: 'neutral',
  skipped: 'neutral',
  'passed now': 'ok',
  slower: 'warn',
  added: 'note',
  'left out': 'neutral',
};

/** A test in two runs; each leads to the test there. */
export function comparedColumns(beforeId: string, afterId: string): TableColumn<ComparedTest>[] {
  const inRun = (
    id: string,
    header: string,
    runId: string,
    testOf: (row: ComparedTest) => Test | undefined,
  ) => ({
    id,
    header,
    width: '13rem',
    className: 'tabular',
    cell: (row: ComparedTest) => <TestInRun test={testOf(row)} runId={runId} />,
  });
  return [
    {
      id: 'test',
      header: 'Test',
      isRowHeader: true,
      width: 'minmax(14rem, 1fr)',
      sortBy: ({ fullPath }) => fullPath,
      cell: ({ fullPath }) => <span title={fullPath}>{fullPath}</span>,
    },
    {
      id: 'difference',
      header: 'Difference',
      isLong: true,
      width: '9rem',
      sortBy: ({ difference }) => TEST_DIFFERENCES.indexOf(difference),
      cell: ({ difference }) => <Badge tone={tones[difference]}>{difference}</Badge>,
    },
    inRun('before', 'Before', beforeId, ({ before }) => before),
    inRun('after', 'After', afterId, ({ after }) => after),
  ];
}

function TestInRun({ test, runId }: { test: Test | undefined; runId: string }) {
  if (!test?.status) return <span className="text-ink-soft">Not run</span>;
  return (
    <span className="flex items-center gap-1.5">
      <TestStatusIcon status={test.status} className="shrink-0" />
      <AppLink className="link" href={paths.testRunnerDashboard({ runId, test: test.id })}>
        {test.status}
      </AppLink>
      {test.status === 'OK' && test.duration !== null && <TestDuration ms={test.duration} />}
    </span>
  );
}
