import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { TestRunner } from './TestRunner.tsx';

export { readCurrentRun } from '../run-of-this-visit.ts';

/** The test runner as a page; the pull wizard ends with it too. */
export function RunTestsPage() {
  return <TestRunner onBack={useWayBack()} />;
}

/** Returns a function that navigates to the page before this one, skipping shown runs; undefined if there is none. */
function useWayBack(): (() => void) | undefined {
  const { history } = useRouter();
  const [entry] = useState(() => history.location.state.__TSR_index);
  if (entry === 0) return undefined;
  return () => history.go(entry - 1 - history.location.state.__TSR_index);
}
