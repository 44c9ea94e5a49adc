import type { Pull } from '@atrium/contract/configuration/pull';
import { type Submission, submitPull } from '@atrium/contract/configuration/submission';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { lastResultOf } from '../../../lib/last-result.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import {
  type CandidateChanges,
  CandidateError,
  CandidateResult,
  isUncovered,
  TestCandidateButton,
  useCandidate,
} from '../../test-runs/public.ts';
import { type Choices, choicesOf } from '../decisions/diff-choices.ts';
import type { PullSessionHandle } from '../decisions/pull-session.ts';
import { outcomeOf } from '../decisions/submit-outcome.ts';
import { type ServiceDiff, useServiceDiffs } from '../differences/service-diffs.ts';
import { FailedContentsAlert } from '../files/FailedContentsAlert.tsx';
import { LongOperation } from '../live-change/LongOperation.tsx';
import { confirmedService } from '../submit/confirm-payload.ts';
import { SubmitBar } from '../submit/SubmitBar.tsx';
import { SubmitQuestion } from '../submit/SubmitQuestion.tsx';
import { type ServiceSubmit, type ServiceToSubmit, useServiceSubmit } from '../submit/service-submit.ts';
import { changeCount, countsOf, submitSummary } from '../submit/submit-summary.ts';
import { type ComparedPull, comparedPull, takenBackBy } from '../submit/taken-back.ts';
import { useAskedSubmit } from '../submit/use-asked-submit.ts';
import { DiffToolbar } from './DiffToolbar.tsx';
import { DiscardNotice } from './DiscardNotice.tsx';
import { countChips } from './diff-filter.ts';
import { useDiffPreferences } from './diff-preferences.ts';
import { LostMergesNotice } from './LostMergesNotice.tsx';
import { ServiceDiffSection } from './ServiceDiffSection.tsx';
import { useChoiceDispatch } from './use-choice-dispatch.ts';
import { useShownFiles } from './use-shown-files.ts';

/** Cached, because rendering must not iterate over thousands of files each time. */
const outcomeOnce = lastResultOf(outcomeOf);

/** Each service with what submitting its choices will do. */
function servicesToSubmit(diffs: readonly ServiceDiff[], choices: Choices): ServiceToSubmit[] {
  return diffs.map((diff) => ({
    diff,
    outcome: outcomeOnce(diff.changed, choicesOf(choices, diff.service.serviceId)),
  }));
}

/** Returns the services that can be submitted now and the reasons that block the others. */
function submitReadiness(services: readonly ServiceToSubmit[], choices: Choices, submit: ServiceSubmit) {
  const taking = services.filter(({ diff }) => !choicesOf(choices, diff.service.serviceId).isIgnored);
  const waiting = taking.filter((one) => one.diff.local !== undefined && !submit.isSettled(one));
  const isLoading = taking.some(
    ({ diff: { local, error, isExamining } }) => (local === undefined && error === null) || isExamining,
  );
  const named = waiting.map(({ diff, outcome }) => ({ name: diff.service.serviceName, outcome }));
  return {
    waiting,
    isLoading,
    isFailed: taking.some(({ diff }) => diff.error !== null),
    open: waiting.flatMap(({ outcome }) => outcome.open),
    summary: isLoading ? '' : submitSummary(countsOf(named)),
  };
}

interface DiffStepProps {
  pull: Pull;
  sessionHandle: PullSessionHandle;
  onBack: () => void;
  onPullAgain: () => void;
  onTests: (submission: Submission) => void;
}

/** Step 3: local and remote side by side, what to keep of each file, and the submit. */
export function DiffStep({ pull, sessionHandle, onBack, onPullAgain, onTests }: DiffStepProps) {
  const { session, dispatch } = sessionHandle;
  const { preferences, change: changePreferences } = useDiffPreferences();
  const diffs = useServiceDiffs(pull, session.deselected, preferences.startsBySide);
  const shown = useShownFiles(diffs);
  const submit = useServiceSubmit(pull, sessionHandle);
  const choice = useChoiceDispatch(session.choices, dispatch);
  const services = servicesToSubmit(diffs, session.choices);
  const [returns, setReturns] = useState(false);
  const { waiting, isLoading, isFailed, open, summary } = submitReadiness(services, session.choices, submit);
  const changes = () => candidateChanges(pull, session.choices, waiting);
  const candidate = useCandidate({ contents: () => JSON.stringify(changes()) });
  const failedRun = candidate.run?.status === 'FAIL' ? candidate.run : undefined;
  const { asked, refusal, start, confirm, cancel } = useAskedSubmit({
    submit,
    hasFailedTests: failedRun !== undefined,
    isFailed,
    onOpen: shown.leadTo,
    choices: session.choices,
    onTests,
    testsAfter: (choices) =>
      returns ? { tests: 'RETURN', draft: JSON.stringify(choices) } : { tests: 'RUN' },
  });
  const isTestDemanded = Object.values(submit.states).some(({ error }) => isUncovered(error));
  const mayNotSubmit = useRefusal(submitPull);
  const filter = {
    matches: shown.search.matches,
    chips: shown.chips,
    open: shown.led.open,
    isMetadataHidden: preferences.isMetadataHidden,
    isUnchangedShown: shown.isUnchangedShown,
  };
  const showAll = () => {
    shown.clear();
    changePreferences({ isMetadataHidden: false });
  };
  return (
    <div className="flex flex-col gap-5">
      <FailedContentsAlert uuid={pull.uuid} onPullAgain={onPullAgain} />
      <DiffToolbar
        shown={shown}
        session={session}
        dispatch={dispatch}
        preferences={preferences}
        onPreferences={changePreferences}
        chipCounts={countChips(
          diffs.map(({ changed }) => changed),
          shown.openCount,
        )}
      />
      <NewerExchangeNotice services={waiting.map(comparedPull)} />
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
          onShowAll={showAll}
          view={session.view}
          submit={submit}
          onResubmit={() => start([one])}
          led={shown.led}
        />
      ))}
      <LostMergesNotice
        lost={choice.lost}
        onConfirm={choice.confirm}
        onUndo={choice.undo}
        onClose={choice.close}
      />
      {refusal && <Alert kind="warning">{refusal}</Alert>}
      {candidate.error && (
        <CandidateError
          error={candidate.error}
          tested="merge"
          onCompareAgain={() =>
            waiting.forEach(({ diff }) => void submit.compareAgain(diff.service.serviceId))
          }
        />
      )}
      <SubmitBar
        summary={summary}
        openCount={open.length}
        onLeadToOpen={() => shown.leadTo(waiting)}
        tested={<CandidateResult run={candidate.run} tested="merge" />}
        isMoreNeeded={isTestDemanded}
        progress={submit.running.map((id) => <LongOperation key={id} id={id} />)}
        more={
          <>
            <Button className="sm:hidden" onClick={onBack}>
              Back
            </Button>
            <Button
              isBusy={submit.isSubmitting}
              disabled={isLoading || diffs.length === 0}
              refusal={candidate.refusal}
              onClick={() => start(waiting, true)}
            >
              Submit & Run Tests
            </Button>
            <TestCandidateButton
              candidate={candidate}
              tested="merge"
              isDemanded={isTestDemanded}
              disabled={
                isLoading || submit.isSubmitting || waiting.every(({ outcome }) => changeCount(outcome) === 0)
              }
              onTest={() => (open.length > 0 ? shown.leadTo(waiting) : candidate.test(changes()))}
            />
            <Checkbox
              label="Return to the previous version if a test fails"
              checked={returns}
              disabled={mayNotSubmit !== undefined}
              onChange={({ target }) => setReturns(target.checked)}
              className="self-center max-sm:text-xs"
            />
          </>
        }
      >
        {/* On a phone the button is among the other actions, so that the bar covers less. */}
        <Button className="max-sm:hidden" onClick={onBack}>
          Back
        </Button>
        <Button
          variant="primary"
          isBusy={submit.isSubmitting}
          disabled={isLoading || waiting.length === 0}
          refusal={mayNotSubmit}
          onClick={() => start(waiting)}
        >
          Submit
        </Button>
      </SubmitBar>
      <SubmitQuestion asked={asked} failedRun={failedRun} onCancel={cancel} onConfirm={confirm} />
    </div>
  );
}

/** Warns that a newer commit of the branch is live, which this pull would revert. */
function NewerExchangeNotice({ services }: { services: readonly ComparedPull[] }) {
  const rows = takenBackBy(services);
  if (rows.length === 0) return null;
  return (
    <Alert kind="warning" title="This pull is older than the live configuration">
      <ul>
        {rows.map(({ serviceName, path, reason }) => (
          <li key={serviceName}>{`${serviceName}: ${path}, ${reason} after this pull, would be undone.`}</li>
        ))}
      </ul>
      <p>Pull again to compare with the newest commit.</p>
    </Alert>
  );
}

/** Builds the request body of the submit, for a test run before it. */
function candidateChanges(
  pull: Pull,
  choices: Choices,
  services: readonly ServiceToSubmit[],
): CandidateChanges {
  return services.map(({ diff }) => ({
    kind: 'pull',
    uuid: pull.uuid,
    ...confirmedService(diff, diff.local?.version ?? 0, choicesOf(choices, diff.service.serviceId)),
  }));
}
