import { useQuery } from '@tanstack/react-query';
import { testRunQuery } from './test-runs.queries.ts';

/** A run that stays up to date while it is running. */
export function useTestRun(runId: string) {
  return useQuery(testRunQuery(runId));
}
