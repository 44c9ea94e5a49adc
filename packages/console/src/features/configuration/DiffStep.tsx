import type { Pull } from '@atrium/contract/configuration/pull';
import { useState } from 'react';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { choicesOf } from './diff-choices.ts';
import { LostMergesNotice, useChoiceDispatch } from './LostMergesNotice.tsx';
import type { PullSessionHandle } from './pull-session.ts';
import { SearchField, useSearchFilter } from './SearchField.tsx';
import { ServiceDiffSection } from './ServiceDiffSection.tsx';
import { useServiceDiffs } from './service-diffs.ts';
import { useServiceSubmit } from './service-submit.ts';

interface DiffStepProps {
  pull: Pull;
  sessionHandle: PullSessionHandle;
  onBack: () => void;
  onTests: () => void;
}

/** Step 3: local and remote side by side, what to keep of each file, and the submit. */
export function DiffStep({ pull, sessionHandle, onBack, onTests }: DiffStepProps) {
  const { session, dispatch } = sessionHandle;
  const search = useSearchFilter();
  const [isUnchangedShown, setUnchangedShown] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const diffs = useServiceDiffs(pull, session.deselected);
  const submit = useServiceSubmit(pull, session);
  const choice = useChoiceDispatch(session.choices, dispatch);

  const isIgnored = (serviceId: string) => choicesOf(session.choices, serviceId).isIgnored;
  const taking = diffs.filter(({ service }) => !isIgnored(service.serviceId));
  const isLoading = taking.some(
    ({ local, error, isLooking }) => (local === undefined && error === null) || isLooking,
  );
  const failed = taking.filter(({ error }) => error !== null);

  const handleSubmit = async (thenTests: boolean) => {
    setRefusal(null);
    const isDone = await submit.submit(taking.filter(({ local }) => local !== undefined));
    if (!thenTests) return;
    if (failed.length > 0)
      setRefusal('Ignore or retry the services that could not be loaded, then run the tests.');
    else if (isDone) onTests();
    else setRefusal('Not every service could be submitted. Solve that first, then run the tests.');
  };

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <SearchField label="Search by name or folder" text={search.text} onChange={search.setText} />
        <Checkbox
          label="Hide changes in metadata"
          checked={session.isMetadataHidden}
          onChange={(event) => dispatch({ type: 'hideMetadata', isHidden: event.target.checked })}
        />
        <Checkbox
          label="Show unchanged files"
          checked={isUnchangedShown}
          onChange={(event) => setUnchangedShown(event.target.checked)}
        />
        <RadioGroup
          legend="View"
          isLegendHidden
          isInline
          options={[
            { value: 'table', label: 'Table' },
            { value: 'list', label: 'List' },
          ]}
          value={session.view}
          onChange={(view) => dispatch({ type: 'view', view })}
        />
      </div>
      {diffs.length === 0 && <EmptyState hint="Go back and select at least one file." />}
      {diffs.map((diff) => (
        <ServiceDiffSection
          key={diff.service.serviceId}
          pull={pull}
          diff={diff}
          choices={choicesOf(session.choices, diff.service.serviceId)}
          dispatch={choice.dispatch}
          matches={search.matches}
          isMetadataHidden={session.isMetadataHidden}
          isUnchangedShown={isUnchangedShown}
          view={session.view}
          submit={submit}
        />
      ))}
      <LostMergesNotice
        lost={choice.lost}
        onConfirm={choice.confirm}
        onUndo={choice.undo}
        onClose={choice.close}
      />
      {refusal && <Alert kind="warning">{refusal}</Alert>}
      <div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap gap-3 border-t border-line bg-canvas px-4 py-3">
        <Button onClick={onBack}>Back</Button>
        <Button
          look="primary"
          isBusy={submit.isSubmitting}
          disabled={isLoading || diffs.length === 0}
          onClick={() => void handleSubmit(false)}
        >
          Submit
        </Button>
        <Button
          isBusy={submit.isSubmitting}
          disabled={isLoading || diffs.length === 0}
          onClick={() => void handleSubmit(true)}
        >
          Submit & Run Tests
        </Button>
      </div>
    </div>
  );
}
