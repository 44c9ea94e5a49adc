import { useState } from 'react';
import { formatQuantity } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { LoadErrorAlert } from '../files/LoadErrorAlert.tsx';

interface ComparisonStateProps {
  diff: ServiceDiff;
  onIgnore: () => void;
}

/** Progress of a service's comparison. A failed comparison can be retried or ignored. */
export function ComparisonState({ diff, onIgnore }: ComparisonStateProps) {
  const [isAsking, setAsking] = useState(false);
  const { serviceName } = diff.service;
  return (
    <>
      {diff.error && (
        <LoadErrorAlert error={diff.error} onIgnore={() => setAsking(true)} onRetry={diff.retry} />
      )}
      {!diff.local && !diff.error && <Spinner label={`Comparing ${serviceName} …`} isLabelShown />}
      <MissingMarks diff={diff} />
      {diff.stayingCount > 0 && <p className="text-sm text-ink-soft">{stayingText(diff.stayingCount)}</p>}
      <ConfirmDialog
        isOpen={isAsking}
        title="Ignore service"
        confirmLabel="Ignore"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onIgnore();
        }}
      >
        Are you sure you want to ignore {serviceName}?
      </ConfirmDialog>
    </>
  );
}

function stayingText(count: number): string {
  const files = formatQuantity(count, 'live file');
  return count === 1
    ? `${files} stays where it is, because its new place is deselected.`
    : `${files} stay where they are, because their new places are deselected.`;
}

/** Lists the data missing for changed files and the marks that are therefore absent. */
function MissingMarks({ diff }: { diff: ServiceDiff }) {
  const { basesError, examineError, retryMarks } = diff;
  return (
    <>
      {basesError && (
        <ErrorAlert
          error={basesError}
          title="Could not determine who changed what. Every change is treated as made here."
          onRetry={retryMarks}
        />
      )}
      {examineError && (
        <ErrorAlert
          error={examineError}
          title="Could not determine which files were moved, conflict or cannot be parsed."
          onRetry={retryMarks}
        />
      )}
    </>
  );
}
