import { useEffect, useState } from 'react';

/** The import dialog asks whether to continue when what it shows is this old. */
const IMPORT_DIALOG_TIMER_MS = 120_000;

/** Whether a comparison is so old that what is live may have changed since. It is asked again as long after *Continue*. */
export function useLateComparison(compared: object) {
  const [late, setLate] = useState<object>();
  const isLate = late === compared;
  useEffect(() => {
    if (isLate) return undefined;
    const timer = window.setTimeout(() => setLate(compared), IMPORT_DIALOG_TIMER_MS);
    return () => window.clearTimeout(timer);
  }, [compared, isLate]);
  return { isLate, goOn: () => setLate(undefined) };
}
