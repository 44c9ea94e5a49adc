import { useState } from 'react';

/**
 * Whether a run was active since the component mounted: the cancel button then keeps its space, so that no other button
 * moves under the pointer.
 */
export function useHasRun(isRunning: boolean): boolean {
  const [hasRun, setHasRun] = useState(isRunning);
  if (isRunning && !hasRun) setHasRun(true);
  return hasRun;
}
