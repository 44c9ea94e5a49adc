import { useEffect, useRef, useState } from 'react';

/** Age of a comparison at which the import dialog requires a confirmation. */
const IMPORT_DIALOG_TIMER_MS = 120_000;

/**
 * Whether a comparison is so old that the live version may have changed since. Each comparison is a new object.
 * *Continue* restarts the period.
 */
export function useLateComparison(compared: readonly object[]) {
  const countedFrom = useRef(new WeakMap<object, number>());
  const [late, setLate] = useState<object>();
  const isLate = late !== undefined && compared.includes(late);
  useEffect(() => {
    const now = Date.now();
    const times = countedFrom.current;
    for (const one of compared) if (!times.has(one)) times.set(one, now);
    const [oldest] = compared.toSorted((a, b) => (times.get(a) ?? now) - (times.get(b) ?? now));
    if (isLate || oldest === undefined) return undefined;
    const remainingMs = (times.get(oldest) ?? now) + IMPORT_DIALOG_TIMER_MS - now;
    const timer = window.setTimeout(() => setLate(oldest), remainingMs);
    return () => window.clearTimeout(timer);
  }, [compared, isLate]);
  const goOn = () => {
    countedFrom.current = new WeakMap();
    setLate(undefined);
  };
  return { isLate, goOn };
}
