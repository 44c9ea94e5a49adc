import type { Pull } from '@atrium/contract/configuration/pull';
import { type Submission, submitPull } from '@atrium/contract/configuration/submission';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { lastResultOf } from '../../../lib/last-result.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
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
import type { OpenFile } from '../merge/open-file.ts';
import { confirmedService } from '../submit/confirm-payload.ts';
import { FailedRehearsal, failedSentence } from '../submit/FailedRehearsal.tsx';
import { SubmitBar } from '../submit/SubmitBar.tsx';
import { SubmitQuestion } from '../submit/SubmitQuestion.tsx';
import { type ServiceSubmit, type ServiceToSubmit, useServiceSubmit } from '../submit/service-submit.ts';
import { changeCount, countsOf, submitSummary } from '../submit/submit-summary.ts';
import { type ComparedPull, comparedPull, takenBackBy } from '../submit/taken-back.ts';
import { useAskedSubmit } from '../submit/use-asked-submit.ts';
import { DiffPanes } from './DiffPanes.tsx';
import { countChips } from './diff-filter.ts';
import { useDiffPreferences } from './diff-preferences.ts';
import { FileDialogs } from './FileDialogs.tsx';
import { LostMergesNotice } from './LostMergesNotice.tsx';
import { ServiceNotices } from './ServiceNotices.tsx';
import { useChoiceDispatch } from './use-choice-dispatch.ts';
import { useShownFiles } from './use-shown-files.ts';

/** Cached, because rendering must not iterate over thousands of files each time. */
const outcomeOnce = lastResultOf(outcomeOf);

/** Pairs each service with the outcome of submitting its choices. */
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
  /** Whether the choices start as *Merge by side* makes them, regardless of the preference. */
  startsBySide?: boolean;
  onBack: () => void;
  onPullAgain: () => void;
  onTests: (submission: Submission) => void;
}

/** Step 3: local and remote side by side, what to keep of each file, and the submit. */
export function DiffStep({
  pull,
  sessionHandle,
  startsBySide = false,
  onBack,
  onPullAgain,
  onTests,
}: DiffStepProps) {
  const { session, dispatch } = sessionHandle;
  const { preferences, change: changePreferences } = useDiffPreferences();
  const diffs = useServiceDiffs(pull, session.deselected, startsBySide || preferences.startsBySide);
  const shown = useShownFiles(diffs);
  const submit = useServiceSubmit(pull, sessionHandle);
  const choice = useChoiceDispatch(session.choices, dispatch);
  const services = servicesToSubmit(diffs, session.choices);
  const [returns, setReturns] = useState(false);
  const {
    waiting,
    isLoading,
    isFailed,
    open: openFiles,
    summary,
  } = submitReadiness(services, session.choices, submit);
  const changes = () => candidateChanges(pull, session.choices, waiting);
  const candidate = useCandidate({ keptAs: pull.uuid, contents: () => JSON.stringify(changes()) });
  const failedRun = candidate.run?.status === 'FAIL' ? candidate.run : undefined;
  const { asked, isReading, refusal, start, confirm, cancel } = useAskedSubmit({
    uuid: pull.uuid,
    submit,
    hasFailedTests: failedRun !== undefined,
    isFailed,
    onOpen: shown.leadTo,
    services,
    choices: session.choices,
    onTests,
    testsAfter: (choices) =>
      returns ? { tests: 'RETURN', draft: JSON.stringify(choices) } : { tests: 'RUN' },
  });
  const isExamining = services.some(({ diff }) => diff.isExamining);
  const isTestDemanded = Object.values(submit.states).some(({ error }) => isUncovered(error));
  const mayNotSubmit = useRefusal(submitPull);
  const filter = {
    matches: shown.search.matches,
    chips: shown.chips,
    open: shown.led.open,
    isMetadataHidden: preferences.isMetadataHidden,
    isUnchangedShown: shown.isUnchangedShown,
  };
  const [open, setOpen] = useState<(OpenFile & { serviceId: string }) | null>(null);
  const opened = diffs.find(({ service }) => service.serviceId === open?.serviceId);
  return (
    <div className="flex flex-1 flex-col gap-2">
      <FailedContentsAlert uuid={pull.uuid} onPullAgain={onPullAgain} />
      <NewerExchangeNotice services={waiting.map(comparedPull)} />
      {diffs.length === 0 && (
        <EmptyState
          title="No files selected"
          hint="Go back and select at least one file."
          action={<Button onClick={onBack}>Select files</Button>}
        />
      )}
      {services.map((one) => (
        <ServiceNotices
          key={one.diff.service.serviceId}
          pull={pull}
          service={one}
          choices={choicesOf(session.choices, one.diff.service.serviceId)}
          dispatch={choice.dispatch}
          submit={submit}
          onResubmit={() => start([one])}
          isOpen={open?.serviceId === one.diff.service.serviceId}
          onOpen={(file) => setOpen({ ...file, serviceId: one.diff.service.serviceId })}
        />
      ))}
      <DiffPanes
        pull={pull}
        services={services.filter(
          ({ diff }) => !choicesOf(session.choices, diff.service.serviceId).isIgnored,
        )}
        choices={session.choices}
        dispatch={choice.dispatch}
        filter={filter}
        isNarrowed={shown.isNarrowed}
        onShowAll={shown.clear}
        view={session.view}
        isLoading={isLoading}
        submit={submit}
        onOpen={(serviceId, file) => setOpen({ ...file, serviceId })}
        toolbar={{
          shown,
          view: session.view,
          onView: (view) => dispatch({ type: 'view', view }),
          preferences,
          onPreferences: changePreferences,
          chipCounts: countChips(
            diffs.map(({ changed }) => changed),
            shown.openCount,
          ),
          count: diffs.reduce((sum, { changed }) => sum + changed.length, 0),
        }}
      />
      {opened && (
        <FileDialogs
          pull={pull}
          diff={opened}
          choices={choicesOf(session.choices, opened.service.serviceId)}
          dispatch={choice.dispatch}
          open={open}
          onOpen={(file) => setOpen(file && { ...file, serviceId: opened.service.serviceId })}
        />
      )}
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
        failure={failedRun && failedSentence(failedRun)}
        openCount={openFiles.length}
        onLeadToOpen={() => shown.leadTo(waiting)}
        tested={
          <>
            {isExamining && (
              <Spinner size={16} label="Checking for metadata-only differences …" isLabelShown />
            )}
            {!failedRun && <CandidateResult run={candidate.run} tested="merge" />}
          </>
        }
        failures={failedRun && <FailedRehearsal run={failedRun} />}
        isMoreNeeded={isTestDemanded}
        progress={submit.running.map((id) => <LongOperation key={id} id={id} />)}
        before={
          <>
            <Button onClick={onBack}>Back</Button>
            <TestCandidateButton
              candidate={candidate}
              tested="merge"
              isDemanded={isTestDemanded}
              disabled={
                isLoading || submit.isSubmitting || waiting.every(({ outcome }) => changeCount(outcome) === 0)
              }
              onTest={() => (openFiles.length > 0 ? shown.leadTo(waiting) : candidate.test(changes()))}
            />
          </>
        }
        after={
          <>
            <Button
              isBusy={submit.isSubmitting || isReading}
              disabled={isLoading || diffs.length === 0}
              refusal={candidate.refusal}
              onClick={() => start(waiting, true)}
            >
              Submit & Run Tests
            </Button>
            <Checkbox
              label="Return if a test fails"
              title="Returns to the versions before, with your choices kept, if a test of this submit fails."
              checked={returns}
              disabled={mayNotSubmit !== undefined}
              onChange={({ target }) => setReturns(target.checked)}
            />
          </>
        }
      >
        <Button
          variant="primary"
          isBusy={submit.isSubmitting || isReading}
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
