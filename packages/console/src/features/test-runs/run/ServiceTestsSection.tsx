import type { Test } from '@atrium/contract/test-runs/test';
import type { ServiceTests } from '@atrium/contract/test-runs/test-run';
import { isRunning } from '@atrium/contract/test-runs/test-runs';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Collapsible } from '../../../ui/Collapsible.tsx';
import { servicesQuery } from '../test-runs.queries.ts';
import { type Selection, selectionState } from '../test-selection.ts';
import { TestsTable, type TestsTableMode, type TestsTableProps } from './TestsTable.tsx';

interface ServiceTestsSectionProps {
  mode: TestsTableMode;
  group: ServiceTests;
  /** Whether a test matches the search. */
  matches: (test: Test) => boolean;
  /** Whether passed tests are folded. */
  isFolded?: boolean;
  /** Whether a search or filter is active. */
  isNarrowed?: boolean;
  selection?: Selection;
  onSelect?: (tests: readonly Test[], isChosen: boolean) => void;
  onOpen?: (test: Test) => void;
  onOpenResult?: (test: Test) => void;
  onCancel?: ((test: Test) => void) | undefined;
  /** Clears what narrows the list. */
  onShowAll: () => void;
}

const never: Selection = new Set();

/** The tests of one service; it counts as running while any of them waits or runs. */
export function ServiceTestsSection(props: ServiceTestsSectionProps) {
  const { mode, group, matches, isFolded = false, selection = never, onSelect, onOpen, onCancel } = props;
  const services = useQuery(servicesQuery());
  const name = services.data?.services.find(({ id }) => id === group.serviceId)?.name ?? group.serviceId;
  const shown = useMemo(() => group.tests.filter(matches), [group.tests, matches]);
  const isBusy = mode !== 'select' && isRunning(group.tests);
  const state = selectionState(selection, shown);
  return (
    <Card isFlush className="px-1 pb-1">
      <Collapsible
        level={2}
        isInitiallyOpen
        title={<ServiceTestsTitle name={name} group={group} shownCount={shown.length} isBusy={isBusy} />}
        aside={
          onSelect &&
          shown.length > 0 && (
            <Checkbox
              className="pr-3"
              label={
                <>
                  Select all<span className="sr-only"> tests of {name}</span>
                </>
              }
              checked={state === 'all'}
              isMixed={state === 'some'}
              onChange={() => onSelect(shown, state !== 'all')}
            />
          )
        }
      >
        {group.error !== null && (
          <div className="px-3 pb-3">
            <Alert
              kind="warning"
              title={`Some tests of ${name} could not be ${mode === 'select' ? 'loaded' : 'run'}.`}
            >
              {group.error}
            </Alert>
          </div>
        )}
        {/* The tests of an unavailable service are unknown. */}
        {(group.error === null || group.tests.length > 0) && (
          <FoldedTests
            isFolded={isFolded}
            hidesLeftOut={mode !== 'select' && props.isNarrowed === false}
            mode={mode}
            caption={`Tests of ${name}`}
            tests={shown}
            selection={selection}
            onSelect={onSelect}
            onOpen={onOpen}
            onOpenResult={props.onOpenResult}
            onCancel={onCancel}
            onShowAll={group.tests.length > 0 ? props.onShowAll : undefined}
          />
        )}
      </Collapsible>
    </Card>
  );
}

interface FoldedTestsProps extends TestsTableProps {
  /** Whether passed tests are folded. */
  isFolded: boolean;
  /** Whether tests deselected at the start of the run are folded. */
  hidesLeftOut: boolean;
}

/**
 * Tests of a service; skipped ones are last. Once a run has ended, tests that passed without a retry are folded below
 * the others, failures first.
 */
function FoldedTests({ isFolded, hidesLeftOut, ...table }: FoldedTestsProps) {
  const { caption } = table;
  const isLeftOut = ({ action }: Test) => hidesLeftOut && action === 'SKIP';
  const leftOut = table.tests.filter(isLeftOut);
  const tests = table.tests.filter((test) => !isLeftOut(test));
  const isQuiet = ({ status, tryNumber }: Test) => isFolded && status === 'OK' && tryNumber === undefined;
  const isFailure = ({ status }: Test) => Number(isFolded && status === 'FAIL');
  const passed = tests.filter(isQuiet);
  const others = tests.filter((test) => !isQuiet(test)).toSorted((a, b) => isFailure(b) - isFailure(a));
  return (
    <>
      {(others.length > 0 || passed.length + leftOut.length === 0) && (
        <TestsTable {...table} tests={others} />
      )}
      {passed.length > 0 && (
        <Collapsible level={3} title={`${passed.length.toLocaleString('en')} passed`} className="px-2">
          <TestsTable {...table} caption={`${caption} that passed`} tests={passed} />
        </Collapsible>
      )}
      {leftOut.length > 0 && (
        <Collapsible level={3} title={`${leftOut.length.toLocaleString('en')} left out`} className="px-2">
          <TestsTable {...table} caption={`${caption} that were left out`} tests={leftOut} />
        </Collapsible>
      )}
    </>
  );
}

interface ServiceTestsTitleProps {
  name: string;
  group: ServiceTests;
  /** Number of tests that match the search. */
  shownCount: number;
  isBusy: boolean;
}

/** Title of a service's tests: name, number of shown tests, tested version, and whether they are running. */
function ServiceTestsTitle({ name, group, shownCount, isBusy }: ServiceTestsTitleProps) {
  const { tests, version } = group;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {name}
      <span className="text-sm font-normal text-ink-soft">
        {shownCount !== tests.length && `${shownCount.toLocaleString('en')} of `}
        {formatQuantity(tests.length, 'test')}
        {version !== null && `, configuration version ${version}`}
        {isBusy && ', running'}
      </span>
    </span>
  );
}
