import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { CircleCheck } from '../../../ui/message-icons.ts';
import { isMergeLive, type ServiceChoices } from '../decisions/diff-choices.ts';
import { isSame, type ServiceDiff } from '../differences/service-diffs.ts';
import { MovedFilesList } from '../live-change/MovedFilesList.tsx';
import { movedFilesOf, submitFailure } from '../live-change/submit-failure.ts';
import { SubmittedNotice } from '../submit/SubmittedNotice.tsx';
import type { ServiceSubmit } from '../submit/service-submit.ts';

interface ServiceSubmitStateProps {
  diff: ServiceDiff;
  choices: ServiceChoices;
  submit: ServiceSubmit;
  /** Whether all choices are live. */
  isSettled: boolean;
  onResubmit: () => void;
}

/** Result of a service's submit: merged, with an undo, or rejected, with the next steps. */
export function ServiceSubmitState({
  diff,
  choices,
  submit,
  isSettled,
  onResubmit,
}: ServiceSubmitStateProps) {
  const { serviceId } = diff.service;
  const state = submit.states[serviceId];
  // The answer to their submit was lost.
  const live = diff.changed.filter((file) => isMergeLive(choices, file));
  const isMerged = isSettled || isSame(diff);
  // A service that never differed is named in the line of identical ones.
  const isTold = isMerged && (!isSame(diff) || state?.submitted !== undefined);
  return (
    <>
      {live.length > 0 && (
        <Alert kind="success">
          {`Your ${live.length === 1 ? 'merge' : 'merges'} of ${live.map(filePathOf).join(', ')} ${live.length === 1 ? 'is' : 'are'} live in version ${diff.local?.version}.`}
        </Alert>
      )}
      {(isTold || state?.submitted) && (
        <div className="flex flex-wrap gap-2">
          {isTold && <Alert kind="success" title="Merged" />}
          {state?.submitted && (
            <div className="min-w-64 flex-1">
              <SubmittedNotice submitted={[state.submitted]} onUndone={() => submit.undone(serviceId)} />
            </div>
          )}
        </div>
      )}
      {state?.status === 'comparedAgain' && diff.local && !isMerged && (
        <Alert>{`Compared again with version ${diff.local.version}. Check the choices, then submit.`}</Alert>
      )}
      {state?.status === 'error' && !isMerged && (
        <SubmitError
          error={state.error}
          isUnknown={state.isUnknown === true}
          onResubmit={onResubmit}
          onCompareAgain={() => void submit.compareAgain(serviceId)}
        />
      )}
    </>
  );
}

interface SubmitErrorProps {
  error: unknown;
  isUnknown: boolean;
  onResubmit: () => void;
  onCompareAgain: () => void;
}

/** Reason for a failed submit, if known, and the next steps. A changed service must be compared again first. */
function SubmitError({ error, isUnknown, onResubmit, onCompareAgain }: SubmitErrorProps) {
  const moved = movedFilesOf(error);
  return (
    <div className="flex flex-col gap-2">
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
