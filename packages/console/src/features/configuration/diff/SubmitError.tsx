import { CircleCheck } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { MovedFilesList } from './MovedFilesList.tsx';
import { movedFilesOf, submitFailure } from './submit-failure.ts';

interface SubmitErrorProps {
  error: unknown;
  isUnknown: boolean;
  onResubmit: () => void;
  onCompareAgain: () => void;
}

/** Why a service was not submitted, as far as that is known, and the options. A service that has changed must be compared again first. */
export function SubmitError({ error, isUnknown, onResubmit, onCompareAgain }: SubmitErrorProps) {
  const moved = movedFilesOf(error);
  return (
    <div className="mx-4 mb-2 flex flex-col gap-2">
      <ErrorAlert
        error={error}
        title={submitFailure(isUnknown)}
        actions={
          <>
            <Button size="small" onClick={moved ? onCompareAgain : onResubmit}>
              Resubmit
            </Button>
            {moved && (
              <Button size="small" icon={<CircleCheck aria-hidden size={16} />} onClick={onCompareAgain}>
                Compare again
              </Button>
            )}
          </>
        }
      />
      {moved && <MovedFilesList moved={moved} />}
    </div>
  );
}
