import { useEffect, useState } from 'react';
import { OperationProgress } from './OperationProgress.tsx';

/** Progress of shorter operations would only flash. */
const LONG_MS = 1_000;

/** The progress of a change that most often takes no time, once it does. */
export function LongOperation({ id }: { id: string }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLong(true), LONG_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return isLong ? <OperationProgress id={id} phase="READ" /> : null;
}
