import type { Pull } from '@atrium/contract/configuration/pull';
import { useMemo, useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ChangesQuestion } from './ChangesQuestion.tsx';
import { DiffToolbar } from './DiffToolbar.tsx';
import { DiscardNotice } from './DiscardNotice.tsx';
import { choicesOf, pathOf } from './diff-choices.ts';
import { type Chip, chipFilter, countChips } from './diff-filter.ts';
import { useDiffPreferences } from './diff-preferences.ts';
import { LostMergesNotice, useChoiceDispatch } from './LostMergesNotice.tsx';
import type { PullSessionHandle } from './pull-session.ts';
import { useSearchFilter } from './SearchField.tsx';
import { ServiceDiffSection } from './ServiceDiffSection.tsx';
import { SubmitBar } from './SubmitBar.tsx';
import { useServiceDiffs } from './service-diffs.ts';
import { type ServiceToSubmit, useServiceSubmit } from './service-submit.ts';
import { countsOf, outcomeOnce } from './submit-outcome.ts';
import { submitSummary } from './submit-summary.ts';

interface DiffStepProps {
  pull: Pull;
  sessionHandle: PullSessionHandle;
  onBack: () => void;
  onTests: () => void;
}

/** A submit that waits for the answer to its question. */
interface Asked {
  readonly services: readonly ServiceToSubmit[];
  readonly thenTests: boolean;
}

/** Step 3: local and remote side by side, what to keep of each file, and the submit. */
export function DiffStep({ pull, sessionHandle, onBack, onTests }: DiffStepProps) {
  const { session, dispatch } = sessionHandle;
  const search = useSearchFilter();
  const [isUnchangedShown, setUnchangedShown] = useState(false);
  const [chosenChips, setChosenChips] = useState<ReadonlySet<Chip>>(new Set());
  /** How often somebody was led to what has to be decided. */
  const [leads, setLeads] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { preferences, change: changePreferences } = useDiffPreferences();
  const diffs = useServiceDiffs(pull, session.deselected, preferences.startsBySide);
  const submit = useServiceSubmit(pull, session, dispatch);
  const choice = useChoiceDispatch(session.choices, dispatch);

  const services = diffs.map((diff): ServiceToSubmit => {
    const { serviceId } = diff.service;
    return { diff, outcome: outcomeOnce(diff.changed, choicesOf(session.choices, serviceId)) };
  });
  const taking = services.filter(({ diff }) => !choicesOf(session.choices, diff.service.serviceId).isIgnored);
  const isLoading = taking.some(
    ({ diff: { local, error, isLooking } }) => (local === undefined && error === null) || isLooking,
  );
  const isFailed = taking.some(({ diff }) => diff.error !== null);
  const waiting = taking.filter((one) => one.diff.local !== undefined && !submit.isSettled(one));
  const openCount = waiting.reduce((count, { outcome }) => count + outcome.open.length, 0);
  const chipCounts = countChips(diffs.map(({ changed }) => changed));
  const hasChips = useMemo(() => chipFilter(chosenChips), [chosenChips]);

  /** Shows what has to be decided, and nothing else. */
  const leadToOpen = () => {
    const open = waiting.flatMap(({ outcome }) => outcome.open);
    search.setText('');
    setLeads(leads + 1);
    setChosenChips(new Set(open.flatMap(({ side }) => side ?? [])));
  };

  const send = async (sent: readonly ServiceToSubmit[], thenTests: boolean) => {
    setAsked(null);
    setRefusal(null);
    const isDone = await submit.submit(sent);
    if (!thenTests) return;
    if (isFailed) setRefusal('Ignore or retry the services that could not be loaded, then run the tests.');
    else if (isDone) onTests();
    else setRefusal('Not every service could be submitted. Solve that first, then run the tests.');
  };

  const handleSubmit = (sent: readonly ServiceToSubmit[], thenTests = false) => {
    if (sent.some(({ outcome }) => outcome.open.length > 0)) leadToOpen();
    else if (sent.some(isAskedAbout)) setAsked({ services: sent, thenTests });
    else void send(sent, thenTests);
  };

  const named = (kind: 'deleted' | 'discarded') =>
    (asked?.services ?? []).flatMap(({ diff: { service }, outcome }) =>
      outcome[kind].map((file) => ({ serviceName: service.serviceName, path: pathOf(file) })),
    );

  return (
    <div className="flex flex-col gap-5">
      <DiffToolbar
        search={search}
        session={session}
        dispatch={dispatch}
        isUnchangedShown={isUnchangedShown}
        onUnchangedShown={setUnchangedShown}
        startsBySide={preferences.startsBySide}
        onStartsBySide={(startsBySide) => changePreferences({ startsBySide })}
        chipCounts={chipCounts}
        chosenChips={chosenChips}
        onChips={setChosenChips}
      />
      <DiscardNotice services={waiting} dispatch={choice.dispatch} />
      {diffs.length === 0 && <EmptyState hint="Go back and select at least one file." />}
      {services.map((one) => {
        const { serviceId } = one.diff.service;
        return (
          <ServiceDiffSection
            key={serviceId}
            pull={pull}
            service={one}
            choices={choicesOf(session.choices, serviceId)}
            dispatch={choice.dispatch}
            matches={search.matches}
            hasChips={hasChips}
            isNarrowed={search.isNarrowed || chosenChips.size > 0}
            isMetadataHidden={session.isMetadataHidden}
            isUnchangedShown={isUnchangedShown}
            view={session.view}
            submit={submit}
            onResubmit={() => handleSubmit([one])}
            leads={leads}
          />
        );
      })}
      <LostMergesNotice
        lost={choice.lost}
        onConfirm={choice.confirm}
        onUndo={choice.undo}
        onClose={choice.close}
      />
      {refusal && <Alert kind="warning">{refusal}</Alert>}
      <SubmitBar
        summary={isLoading ? '' : submitSummary(countsOf(waiting.map(namedOutcome)))}
        openCount={openCount}
        onLeadToOpen={leadToOpen}
      >
        {/* On a phone the steps above lead back, and the bar leaves more in sight. */}
        <Button className="max-sm:hidden" onClick={onBack}>
          Back
        </Button>
        <Button
          look="primary"
          isBusy={submit.isSubmitting}
          disabled={isLoading || waiting.length === 0}
          onClick={() => handleSubmit(waiting)}
        >
          Submit
        </Button>
        <Button
          isBusy={submit.isSubmitting}
          disabled={isLoading || diffs.length === 0}
          onClick={() => handleSubmit(waiting, true)}
        >
          Submit & Run Tests
        </Button>
      </SubmitBar>
      <ChangesQuestion
        isOpen={asked !== null}
        noun="file"
        deletions={named('deleted')}
        discards={named('discarded')}
        unparsed={(asked?.services ?? []).flatMap(unparsedOf)}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void send(asked.services, asked.thenTests)}
      />
    </div>
  );
}

const isAskedAbout = ({ outcome: { deleted, discarded, unparsed } }: ServiceToSubmit) =>
  deleted.length + discarded.length + unparsed.length > 0;

const namedOutcome = ({ diff, outcome }: ServiceToSubmit) => ({ name: diff.service.serviceName, outcome });

const unparsedOf = ({ diff: { service }, outcome }: ServiceToSubmit) =>
  outcome.unparsed.map(({ file, fault }) => ({
    serviceName: service.serviceName,
    path: pathOf(file),
    reason: `line ${fault.line}: ${fault.message}`,
  }));
