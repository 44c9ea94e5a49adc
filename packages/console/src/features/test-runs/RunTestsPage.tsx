import { TestRunner } from './TestRunner.tsx';
import { useWayBack } from './use-way-back.ts';

/** The test runner as a page; the pull wizard ends with it too. */
export function RunTestsPage() {
  return <TestRunner onBack={useWayBack()} />;
}
