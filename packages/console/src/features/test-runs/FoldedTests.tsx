import type { Test } from '@atrium/contract/test-runs/test';
import { Collapsible } from '../../ui/Collapsible.tsx';
import { TestsTable, type TestsTableProps } from './TestsTable.tsx';

interface FoldedTestsProps extends TestsTableProps {
  /** Whether those that passed are folded. */
  isFolded: boolean;
}

/** The tests of a service. Once a run has ended, those that passed at once are folded below all others, failures first. */
export function FoldedTests({ isFolded, ...table }: FoldedTestsProps) {
  const { tests, caption } = table;
  const isQuiet = ({ status, tryNumber }: Test) => isFolded && status === 'OK' && tryNumber === undefined;
  const isFailure = ({ status }: Test) => Number(isFolded && status === 'FAIL');
  const passed = tests.filter(isQuiet);
  const others = tests.filter((test) => !isQuiet(test)).toSorted((a, b) => isFailure(b) - isFailure(a));
  return (
    <>
      {(others.length > 0 || passed.length === 0) && <TestsTable {...table} tests={others} />}
      {passed.length > 0 && (
        <Collapsible level={3} title={`${passed.length.toLocaleString('en')} passed`} className="px-2">
          <TestsTable {...table} caption={`${caption} that passed`} tests={passed} />
        </Collapsible>
      )}
    </>
  );
}
