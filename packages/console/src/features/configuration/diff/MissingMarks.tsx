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
          title="It could not be found out who changed what. Every change counts as made here."
          onRetry={retryMarks}
        />
      )}
      {lookError && (
        <ErrorAlert
          className="mx-4"
          error={lookError}
          title="It could not be found out what was moved, what conflicts and what cannot be parsed."
          onRetry={retryMarks}
        />
      )}
    </>
  );
}
