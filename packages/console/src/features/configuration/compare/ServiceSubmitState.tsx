import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { formatQuantity } from '../../../lib/format.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { CircleCheck } from '../../../ui/message-icons.ts';
import { isMergeLive, type ServiceChoices } from '../decisions/diff-choices.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
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
  isNothingToDo: boolean;
  onResubmit: () => void;
}

/** Result of a service's submit: merged, with an undo, or rejected, with the next steps. */
export function ServiceSubmitState({
  diff,
  choices,
  submit,
  isSettled,
  isNothingToDo,
  onResubmit,
}: ServiceSubmitStateProps) {
  const { serviceId } = diff.service;
  const state = submit.states[serviceId];
  // The answer to their submit was lost.
  const live = diff.changed.filter((file) => isMergeLive(choices, file));
  const isMerged = isSettled || isNothingToDo;
  return (
    <>
      {isMerged &&
        // Deselected files still differ, so the service counts as merged only after a submit.
        (isSettled || diff.leftOutCount === 0 ? (
          <Alert kind="success" className="mx-4 mb-4" title="Merged">
            {isNothingToDo ? sameText(diff) : null}
          </Alert>
        ) : (
          <Alert className="mx-4 mb-4">{sameText(diff)}</Alert>
        ))}
      {live.length > 0 && (
        <Alert kind="success" className="mx-4 mb-2">
          {`Your ${live.length === 1 ? 'merge' : 'merges'} of ${live.map(filePathOf).join(', ')} ${live.length === 1 ? 'is' : 'are'} live in version ${diff.local?.version}.`}
        </Alert>
      )}
      {state?.submitted && (
        <div className="mx-4 mb-2">
          <SubmittedNotice submitted={[state.submitted]} onUndone={() => submit.undone(serviceId)} />
        </div>
      )}
      {state?.status === 'comparedAgain' && diff.local && !isMerged && (
        <Alert className="mx-4">
          {`Compared again with version ${diff.local.version}. Check the choices, then submit.`}
        </Alert>
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

function sameText({ leftOutCount: count }: ServiceDiff): string {
  if (count === 0) return 'Local and remote are identical.';
  const left = `${formatQuantity(count, 'file')} that ${count === 1 ? 'differs was' : 'differ were'} left out.`;
  return `The selected files are the same as the live ones; ${left}`;
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
