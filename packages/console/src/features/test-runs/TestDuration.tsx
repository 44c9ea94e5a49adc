import { formatMilliseconds } from '@atrium/contract/format-scale';
import { formatDuration } from '../../lib/format.ts';

/** Duration in the specification's words, with milliseconds if whole seconds are too coarse. */
export function TestDuration({ ms }: { ms: number }) {
  const rounded = Math.round(ms);
  if (ms >= 1000 || rounded === 0) return formatDuration(ms);
  return (
    <>
      {formatDuration(ms)} <span className="text-ink-soft">{formatMilliseconds(rounded)}</span>
    </>
  );
}
