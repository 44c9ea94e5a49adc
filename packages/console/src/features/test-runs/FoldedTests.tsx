import type { Test } from '@atrium/contract/test-runs/test';
import { Collapsible } from '../../ui/Collapsible.tsx';
import { TestsTable, type TestsTableProps } from './TestsTable.tsx';

interface FoldedTestsProps extends TestsTableProps {
  /** Whether those that passed are folded. */
  isFolded: boolean;
  /** Whether those that were left out when the run was started are folded. */
  hidesLeftOut: boolean;
}

/** The tests of a service; those that do not run come last. Once a run has ended, those that passed at once are folded below all others, failures first. */
export function FoldedTests({ isFolded, hidesLeftOut, ...table }: FoldedTestsProps) {
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
