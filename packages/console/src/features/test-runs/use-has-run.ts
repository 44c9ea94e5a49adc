import { useState } from 'react';

/** Whether it has run while this is shown: what stopped it then keeps its place, and nothing comes under a finger there. */
export function useHasRun(isRunning: boolean): boolean {
  const [hasRun, setHasRun] = useState(isRunning);
  if (isRunning && !hasRun) setHasRun(true);
  return hasRun;
}
