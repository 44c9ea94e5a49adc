import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * The query's error, even while the call is repeated: an event or a timer may repeat it at any moment, and an alert
 * that disappeared meanwhile would close while the user reads or operates it.
 */
export function useStandingError({
  data,
  error,
  errorUpdateCount,
}: Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount'>): Error | null {
  const [lastError, setLastError] = useState<Error | null>(null);
  if (error && error !== lastError) setLastError(error);
  const isAskedAgain = data === undefined && errorUpdateCount > 0;
  return error ?? (isAskedAgain ? lastError : null);
}
