import { hasDuration } from '@atrium/contract/test-runs/status';
import type { Test } from '@atrium/contract/test-runs/test';
import { cancelTest } from '@atrium/contract/test-runs/test-results';
import { useMemo } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { paths } from '../../../paths.ts';
import { AppLink } from '../../../ui/AppLink.tsx';
import { Button } from '../../../ui/Button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import type { Refusal } from '../../../ui/refusal.ts';
import type { TableColumn } from '../../../ui/table-column.ts';
import { VirtualTable } from '../../../ui/VirtualTable.tsx';
import { ResultCell } from '../result/ResultCell.tsx';
import { TestDuration } from '../TestDuration.tsx';
import { TestStatusBadge, TestStatusIcon } from '../TestStatusBadge.tsx';
import { canRun, type Selection } from '../test-selection.ts';
import { CancelTest } from './CancelTest.tsx';

/** `select`: before a run. `run`: in the runner. `dashboard`: among other things. */
export type TestsTableMode = 'select' | 'run' | 'dashboard';

/** Width of the tests' column: the remaining four or six twelfths (specification, section 2). */
const nameWidths: Record<TestsTableMode, string> = {
  select: 'minmax(12rem, 1fr)',
  dashboard: `${(4 / 12) * 100}%`,
  run: `${(6 / 12) * 100}%`,
};

export interface TestsTableProps {
  mode: TestsTableMode;
  caption: string;
  tests: readonly Test[];
  selection: Selection;
  onSelect?: ((tests: readonly Test[], isChosen: boolean) => void) | undefined;
  onOpen?: ((test: Test) => void) | undefined;
  onOpenResult?: ((test: Test) => void) | undefined;
  onCancel?: ((test: Test) => void) | undefined;
  /** Clears what narrows the list; undefined if nothing does. */
  onShowAll?: (() => void) | undefined;
}

export function TestsTable(props: TestsTableProps) {
  const { mode, caption, tests, selection, onSelect, onOpen, onOpenResult, onCancel, onShowAll } = props;
  const refusal = useRefusal(cancelTest);
  const hasRetries = useMemo(() => tests.some(({ tryNumber }) => tryNumber !== undefined), [tests]);
  const columns = useMemo(
    () =>
      mode === 'select' && onSelect
        ? selectColumns(selection, onSelect)
        : resultColumns(mode, { onOpen, onOpenResult, onCancel, refusal, hasRetries }),
    [mode, selection, onSelect, onOpen, onOpenResult, onCancel, refusal, hasRetries],
  );
  return (
    <VirtualTable
      caption={caption}
      columns={columns}
      rows={tests}
      rowKey={rowKey}
      minWidth={mode === 'select' ? '17rem' : '46rem'}
      isStacking
      emptyHint={onShowAll ? undefined : 'This service has no tests.'}
      emptyAction={
        onShowAll ? (
          <Button onClick={onShowAll}>Show all tests</Button>
        ) : (
          <AppLink href={paths.article('write-tests')} className={buttonClass()}>
            How to write tests
          </AppLink>
        )
      }
      className="max-h-[36rem]"
    />
  );
}

const rowKey = ({ id }: Test) => id;

function selectColumns(
  selection: Selection,
  onSelect: (tests: readonly Test[], isChosen: boolean) => void,
): TableColumn<Test>[] {
  return [
    {
      id: 'test',
      header: 'Test',
      isRowHeader: true,
      width: nameWidths.select,
      sortBy: ({ fullPath }) => fullPath,
      cell: (test) => (
        <Checkbox
          label={
            <>
              {test.fullPath}
              {!canRun(test) && <span className="text-ink-soft"> (disabled)</span>}
            </>
          }
          disabled={!canRun(test)}
          checked={selection.has(test.id)}
          onChange={(event) => onSelect([test], event.target.checked)}
        />
      ),
    },
  ];
}

interface ResultActions {
  onOpen: ((test: Test) => void) | undefined;
  onOpenResult: ((test: Test) => void) | undefined;
  onCancel: ((test: Test) => void) | undefined;
  /** Why the reader may not cancel. */
  refusal: Refusal | undefined;
  /** Reserves space for the retry text. */
  hasRetries: boolean;
}

function resultColumns(
  mode: TestsTableMode,
  { onOpen, onOpenResult, onCancel, refusal, hasRetries }: ResultActions,
): TableColumn<Test>[] {
  return [
    {
      id: 'test',
      header: 'Test',
      isRowHeader: true,
      width: nameWidths[mode],
      sortBy: ({ fullPath }) => fullPath,
      cell: (test) => (
        <span className="flex min-w-0 items-center gap-2">
          {test.status && <TestStatusIcon status={test.status} className="shrink-0 sm:hidden" />}
          <button
            type="button"
            title={test.fullPath}
            className="link py-0.5 text-left"
            // Truncated in the table layout, wrapped in the list layout.
            style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}
            onClick={() => onOpen?.(test)}
          >
            {test.fullPath}
          </button>
        </span>
      ),
    },
    {
      id: 'duration',
      header: 'Duration',
      width: '9rem',
      className: 'tabular',
      sortBy: ({ duration }) => duration,
      cell: ({ status, duration }) =>
        hasDuration(status) && duration !== null && <TestDuration ms={duration} />,
    },
    {
      id: 'result',
      header: 'Result',
      width: 'minmax(10rem, 1fr)',
      cell: (test) => <ResultCell test={test} onOpen={(one) => onOpenResult?.(one)} />,
    },
    {
      id: 'status',
      header: 'Status',
      width: hasRetries ? '12rem' : '8rem',
      sortBy: ({ status }) => status,
      cell: ({ status, tryNumber }) => status && <TestStatusBadge status={status} tryNumber={tryNumber} />,
    },
    ...(onCancel
      ? [
          {
            id: 'cancel',
            header: 'Cancel',
            isHeaderHidden: true,
            width: '4.5rem',
            cell: (test: Test) => <CancelTest test={test} refusal={refusal} onCancel={onCancel} />,
          },
        ]
      : []),
  ];
}
