import { useEffect, useState } from 'react';

/** Delay between typing and the search, from the specification. */
export const SEARCH_DEBOUNCE_MS = 300;

/** The value as it was when it last stood still for a while: for calls that are not to follow every key. */
export function useSettled<Value>(value: Value, stillMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), stillMs);
    return () => window.clearTimeout(timer);
  }, [value, stillMs]);
  return settled;
}
