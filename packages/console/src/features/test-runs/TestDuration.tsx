import { formatMilliseconds } from '@atrium/contract/format-scale';
import { formatDuration } from '../../lib/format.ts';

/** A duration in the specification's words, with the milliseconds where whole seconds say nothing. */
export function TestDuration({ ms }: { ms: number }) {
  const rounded = Math.round(ms);
  if (ms >= 1000 || rounded === 0) return formatDuration(ms);
  return (
    <>
      {formatDuration(ms)} <span className="text-ink-soft">{formatMilliseconds(rounded)}</span>
    </>
  );
}
