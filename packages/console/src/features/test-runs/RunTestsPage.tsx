import { TestRunner } from './TestRunner.tsx';

/** The test runner as a page of its own; the pull wizard ends with it too. */
export function RunTestsPage() {
  return <TestRunner />;
}
