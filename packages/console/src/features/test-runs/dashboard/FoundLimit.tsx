import { MAX_FOUND_RUNS } from '@atrium/contract/test-runs/found-test-runs';

/** Notes that a search for runs may have more results than listed. */
export function FoundLimit({ count }: { count: number }) {
  if (count < MAX_FOUND_RUNS) return null;
  return (
    <p className="px-4 pb-1 text-sm text-ink-soft">
      These are the latest {MAX_FOUND_RUNS.toLocaleString('en')}. Choose fewer days to find earlier ones.
    </p>
  );
}
