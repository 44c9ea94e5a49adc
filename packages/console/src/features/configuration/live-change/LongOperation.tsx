import { useEffect, useState } from 'react';
import { OperationProgress } from './OperationProgress.tsx';

/** What ends sooner needs no progress: it would only flash up. */
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
