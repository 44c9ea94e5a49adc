import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * The query's error, also while the call is made again: an event or a timer asks again at any moment, and an alert
 * that went away for that time would close under the eyes and the keyboard of the one who reads it.
 */
export function useStandingError({ data, error, errorUpdateCount }: UseQueryResult): Error | null {
  const [lastError, setLastError] = useState<Error | null>(null);
  if (error && error !== lastError) setLastError(error);
  const isAskedAgain = data === undefined && errorUpdateCount > 0;
  return error ?? (isAskedAgain ? lastError : null);
}
