import type { ImportedService } from '@atrium/contract/configuration/import';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { MovedFilesList } from '../diff/MovedFilesList.tsx';
import { submitFailure } from '../diff/submit-failure.ts';
import { mustCompareAgain } from './must-compare-again.ts';

interface ImportFailureProps {
  failure: ImportedService;
  isBusy: boolean;
  onCompareAgain: () => void;
}

/** Why a service was not imported, as far as that is known; one that has changed can be compared again here. */
export function ImportFailure({ failure, isBusy, onCompareAgain }: ImportFailureProps) {
  const { error, moved, isOutcomeUnknown } = failure;
  return (
    <div className="flex flex-col gap-2">
      <ErrorAlert
        error={error?.localizedMessage ?? 'No message available'}
        title={submitFailure(isOutcomeUnknown === true)}
        actions={
          mustCompareAgain(failure) && (
            <Button size="small" isBusy={isBusy} onClick={onCompareAgain}>
              Compare again
            </Button>
          )
        }
      />
      {moved && <MovedFilesList moved={moved} />}
    </div>
  );
}
