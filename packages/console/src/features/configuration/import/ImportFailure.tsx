import type { ImportedService } from '@atrium/contract/configuration/import';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { MovedFilesList } from '../diff/MovedFilesList.tsx';

interface ImportFailureProps {
  failure: ImportedService;
  isBusy: boolean;
  onCompareAgain: () => void;
}

/** Why a service was not imported; one that has changed can be compared again here. */
export function ImportFailure({ failure: { error, moved }, isBusy, onCompareAgain }: ImportFailureProps) {
  return (
    <div className="flex flex-col gap-2">
      <ErrorAlert
        error={error?.localizedMessage ?? 'No message available'}
        title="Nothing was changed: this service could not be submitted."
        actions={
          moved && (
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
