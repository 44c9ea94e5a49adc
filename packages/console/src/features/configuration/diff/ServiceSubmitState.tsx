import { Alert } from '../../../ui/Alert.tsx';
import { SubmitError } from './SubmitError.tsx';
import { SubmittedNotice } from './SubmittedNotice.tsx';
import type { ServiceDiff } from './service-diffs.ts';
import type { ServiceSubmit } from './service-submit.ts';

interface ServiceSubmitStateProps {
  diff: ServiceDiff;
  submit: ServiceSubmit;
  isMerged: boolean;
  isNothingToDo: boolean;
  onResubmit: () => void;
}

/** How the submit of a service ended: merged, with the way back, or refused, with the ways on. */
export function ServiceSubmitState({
  diff,
  submit,
  isMerged,
  isNothingToDo,
  onResubmit,
}: ServiceSubmitStateProps) {
  const { serviceId } = diff.service;
  const state = submit.states[serviceId];
  return (
    <>
      {isMerged && (
        <Alert kind="success" className="mx-4 mb-4" title="Merged">
          {isNothingToDo ? 'Local and remote are identical.' : null}
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
          onResubmit={onResubmit}
          onCompareAgain={() => void submit.compareAgain(serviceId)}
        />
      )}
    </>
  );
}
