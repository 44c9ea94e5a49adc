import type { Test } from '@atrium/contract/test-runs/test';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { showToast } from '../../../ui/toast.ts';
import { useRunSearch } from '../run-search.ts';
import { testDetailsQuery } from '../test-runs.queries.ts';
import { shortResult } from './short-result.ts';

const JsonView = lazyPart(async () => (await import('./JsonView.tsx')).JsonView);

interface ResultDialogProps {
  test: Test;
  onClose: () => void;
}

/** The whole result of a test: JSON to fold and search, or the full text. */
export function ResultDialog({ test, onClose }: ResultDialogProps) {
  const runId = useRunSearch().search.runId ?? '';
  const details = useQuery({ ...testDetailsQuery(runId, test.id), enabled: test.isResultCut === true });
  const { viewer } = shortResult(test.result, test.isResultCut);
  const result = test.isResultCut ? details.data?.result : test.result;
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  const handleCopy = () => {
    navigator.clipboard.writeText(text).then(
      () => showToast('Copied.'),
      () => showToast('Your browser blocked copying.', 'error'),
    );
  };
  return (
    <Dialog
      isOpen
      size="large"
      title={`Result of ${test.fullPath}`}
      onClose={onClose}
      footer={
        <>
          <Button disabled={result === undefined} onClick={handleCopy}>
            Copy
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {details.isError && <ErrorAlert error={details.error} />}
      {result === undefined && !details.isError && <Skeleton lines={6} />}
      {result !== undefined &&
        (viewer === 'json' ? (
          <Suspense fallback={<Skeleton lines={6} />}>
            <JsonView value={result} />
          </Suspense>
        ) : (
          <pre className="font-mono text-xs break-words whitespace-pre-wrap">{text}</pre>
        ))}
    </Dialog>
  );
}
