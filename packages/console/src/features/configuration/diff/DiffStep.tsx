import type { Pull } from '@atrium/contract/configuration/pull';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import type { PullSessionHandle } from '../pull/pull-session.ts';
import { DiffToolbar } from './DiffToolbar.tsx';
import { DiscardNotice } from './DiscardNotice.tsx';
import { choicesOf } from './diff-choices.ts';
import { countChips } from './diff-filter.ts';
import { useDiffPreferences } from './diff-preferences.ts';
import { LostMergesNotice } from './LostMergesNotice.tsx';
import { ServiceDiffSection } from './ServiceDiffSection.tsx';
import { SubmitBar } from './SubmitBar.tsx';
import { SubmitQuestion } from './SubmitQuestion.tsx';
import { useServiceDiffs } from './service-diffs.ts';
import { useServiceSubmit } from './service-submit.ts';
import { servicesToSubmit, submitReadiness } from './submit-readiness.ts';
import { useAskedSubmit } from './use-asked-submit.ts';
import { useChoiceDispatch } from './use-choice-dispatch.ts';
import { useShownFiles } from './use-shown-files.ts';

interface DiffStepProps {
  pull: Pull;
  sessionHandle: PullSessionHandle;
  onBack: () => void;
  onTests: () => void;
}

/** Step 3: local and remote side by side, what to keep of each file, and the submit. */
export function DiffStep({ pull, sessionHandle, onBack, onTests }: DiffStepProps) {
  const { session, dispatch } = sessionHandle;
  const shown = useShownFiles();
  const { preferences, change: changePreferences } = useDiffPreferences();
  const diffs = useServiceDiffs(pull, session.deselected, preferences.startsBySide);
  const submit = useServiceSubmit(pull, session, dispatch);
  const choice = useChoiceDispatch(session.choices, dispatch);
  const services = servicesToSubmit(diffs, session.choices);
  const { waiting, isLoading, isFailed, open, summary } = submitReadiness(services, session.choices, submit);
  const { asked, refusal, start, confirm, cancel } = useAskedSubmit({
    submit,
    isFailed,
    onOpen: shown.leadTo,
    onTests,
  });
  const filter = {
    matches: shown.search.matches,
    hasChips: shown.hasChips,
    isMetadataHidden: session.isMetadataHidden,
    isUnchangedShown: shown.isUnchangedShown,
  };
  return (
    <div className="flex flex-col gap-5">
      <DiffToolbar
        shown={shown}
        session={session}
        dispatch={dispatch}
        startsBySide={preferences.startsBySide}
        onStartsBySide={(startsBySide) => changePreferences({ startsBySide })}
        chipCounts={countChips(diffs.map(({ changed }) => changed))}
      />
      <DiscardNotice services={waiting} dispatch={choice.dispatch} />
      {diffs.length === 0 && (
        <EmptyState
          hint="Go back and select at least one file."
          action={<Button onClick={onBack}>Select files</Button>}
        />
      )}
      {services.map((one) => (
        <ServiceDiffSection
          key={one.diff.service.serviceId}
          pull={pull}
          service={one}
          choices={choicesOf(session.choices, one.diff.service.serviceId)}
          dispatch={choice.dispatch}
          filter={filter}
          isNarrowed={shown.isNarrowed}
          view={session.view}
          submit={submit}
          onResubmit={() => start([one])}
          leads={shown.leads}
        />
      ))}
      <LostMergesNotice
        lost={choice.lost}
        onConfirm={choice.confirm}
        onUndo={choice.undo}
        onClose={choice.close}
      />
      {refusal && <Alert kind="warning">{refusal}</Alert>}
      <SubmitBar summary={summary} openCount={open.length} onLeadToOpen={() => shown.leadTo(open)}>
        {/* On a phone the steps above lead back, and the bar leaves more in sight. */}
        <Button className="max-sm:hidden" onClick={onBack}>
          Back
        </Button>
        <Button
          look="primary"
          isBusy={submit.isSubmitting}
          disabled={isLoading || waiting.length === 0}
          onClick={() => start(waiting)}
        >
          Submit
        </Button>
        <Button
          isBusy={submit.isSubmitting}
          disabled={isLoading || diffs.length === 0}
          onClick={() => start(waiting, true)}
        >
          Submit & Run Tests
        </Button>
      </SubmitBar>
      <SubmitQuestion asked={asked} onCancel={cancel} onConfirm={confirm} />
    </div>
  );
}
