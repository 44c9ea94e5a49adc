import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import type { ServiceDiff } from './service-diffs.ts';

/** What could not be found out about the files that differ, and what that leaves unsaid. */
export function MissingMarks({ diff }: { diff: ServiceDiff }) {
  const { basesError, lookError, retryMarks } = diff;
  return (
    <>
      {basesError && (
        <ErrorAlert
          className="mx-4"
          error={basesError}
          title="Could not determine who changed what. Every change is treated as made here."
          onRetry={retryMarks}
        />
      )}
      {lookError && (
        <ErrorAlert
          className="mx-4"
          error={lookError}
          title="Could not determine which files were moved, conflict or cannot be parsed."
          onRetry={retryMarks}
        />
      )}
    </>
  );
}
