import { type ImportedService, type ImportResult, importBodies } from '@atrium/contract/configuration/import';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useEffect, useRef, useState } from 'react';
import { isOutcomeUnknown } from '../../../api/is-outcome-unknown.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { PullLink } from '../../../layout/PullLink.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { useUnsavedGuard } from '../../../ui/use-unsaved-guard.tsx';
import { CandidateError, CandidateResult, TestCandidateButton } from '../../test-runs/public.ts';
import { IgnoredFilesNote } from '../files/IgnoredFilesNote.tsx';
import { LongOperation } from '../live-change/LongOperation.tsx';
import { MovedFilesList } from '../live-change/MovedFilesList.tsx';
import { submitFailure, UNKNOWN_OUTCOME } from '../live-change/submit-failure.ts';
import { ChangesQuestion } from '../submit/ChangesQuestion.tsx';
import { SubmittedNotice } from '../submit/SubmittedNotice.tsx';
import { takenBackBy } from '../submit/taken-back.ts';
import { ImportServiceSection } from './ImportServiceSection.tsx';
import type { ConfirmedBodies } from './import.queries.ts';
import { isChanged, namedIn, summaryOf, unparsedIn } from './import-summary.ts';
import { type ServiceImport, useImport } from './use-import.ts';
import { useLateComparison } from './use-late-comparison.ts';

/** Whether a retry of the same submit would be rejected again because the live version has, or may have, changed. */
const mustCompareAgain = (failure: ImportedService | undefined): boolean =>
  failure?.moved !== undefined || failure?.isOutcomeUnknown === true;

interface ImportEverythingDialogProps {
  results: readonly ImportResult[];
  /** Pull that the results belong to; absent for an upload. */
  pull?: Pull | undefined;
  onClose: () => void;
}

/** Per service: every item with its options; submitting replaces the service's whole configuration. */
export function ImportEverythingDialog({ results, pull, onClose }: ImportEverythingDialogProps) {
  const importing = useImport(results, pull);
  const { services, unread, waiting, candidate, check, submit, progress, compareAgain, isDone } = importing;
  const { isSubmitting, choose, send } = importing;
  const refusal = useRefusal(importBodies);
  const [asked, setAsked] = useState<ConfirmedBodies>();
  const { isLate, goOn } = useLateComparison(waiting.map(({ result }) => result));
  const { leave, question } = useUnsavedGuard(() => importing.hasDecided, {
    isInAddress: true,
  });
  // Don't close during a submit: only this dialog shows its result.
  const handleClose = () => !submit.isPending && leave(onClose);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button was unmounted.
    if (isDone) close.current?.focus();
  }, [isDone]);
  const deletions = namedIn(waiting, 'deleted');
  const discards = namedIn(waiting, 'discarded');
  const replacements = namedIn(waiting, 'replaced');

  const takenBack = takenBackBy(waiting.map(({ result, newer }) => ({ serviceName: result.name, newer })));
  const unparsed = unparsedIn(waiting, check.data);

  const compareEach = (compared: readonly ServiceImport[]) =>
    compared.forEach(({ result }) => compareAgain.mutate(result.serviceId));

  const handleSubmit = () => {
    const stale = waiting.filter(({ failure }) => mustCompareAgain(failure));
    if (stale.length > 0) return compareEach(stale);
    // Send the confirmed bodies, even if the comparison was refreshed in the meantime.
    const bodies = importing.confirmed();
    check.mutate(bodies, {
      onSuccess: (found) => {
        const named = [
          deletions,
          discards,
          replacements,
          takenBack,
          unparsedIn(waiting, found),
          found.declared,
        ];
        if (named.some(({ length }) => length > 0)) setAsked(bodies);
        else submit.mutate(bodies);
      },
    });
  };

  return (
    <Dialog
      isOpen
      size="large"
      title="Import Everything"
      description={<Help topic="importing" />}
      onClose={handleClose}
      footer={
        <>
          {!isDone && (
            <div className="mr-auto flex min-w-0 flex-1 basis-60 flex-col justify-center text-sm">
              <p role="status">{summaryOf(waiting)}</p>
              <CandidateResult run={candidate.run} tested="merge" />
              {submit.isPending && <LongOperation id={progress} />}
            </div>
          )}
          <Button ref={close} disabled={submit.isPending} onClick={onClose}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {!isDone && (
            <TestCandidateButton
              candidate={candidate}
              tested="merge"
              isDemanded={services.some(({ failure }) => failure?.needsPassedRun)}
              disabled={submit.isPending || !waiting.some(isChanged)}
              onTest={candidate.test}
            />
          )}
          {!isDone && (
            <Button
              variant="primary"
              isBusy={isSubmitting || compareAgain.isPending}
              disabled={waiting.length === 0}
              refusal={refusal}
              onClick={handleSubmit}
            >
              Submit
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isLate && !isDone && (
          <Alert
            kind="warning"
            actions={
              <Button size="small" onClick={goOn}>
                {' '}
                Continue{' '}
              </Button>
            }
          >
            This comparison is more than two minutes old. If the live configuration has changed since, Submit
            will stop and nothing is lost.
          </Alert>
        )}
        {pull && <IgnoredFilesNote ignored={pull.ignored} />}
        {services.length + unread.length === 0 && (
          <EmptyState
            title="Nothing to import"
            hint="Nothing in it belongs to a service of this platform. Choose another file or commit."
            action={pull ? <PullLink /> : <Button onClick={onClose}>Close</Button>}
          />
        )}
        {candidate.error && (
          <CandidateError
            error={candidate.error}
            tested="merge"
            onCompareAgain={() => compareEach(waiting)}
          />
        )}
        {unread.map(({ serviceId, serviceName, error }) => (
          <ErrorAlert
            key={serviceId}
            error={error.localizedMessage}
            title={`${serviceName} could not be compared.`}
            onRetry={() => compareAgain.mutate(serviceId)}
            isRetrying={compareAgain.isPending}
          />
        ))}
        {services.map((service) => {
          const { serviceId } = service.result;
          return (
            <ImportServiceSection
              key={serviceId}
              service={service}
              isSubmitting={isSubmitting}
              onOptions={(next) => choose(serviceId, next)}
              onSent={(isSent) => send(serviceId, isSent)}
            >
              {service.submitted && (
                <SubmittedNotice
                  submitted={[service.submitted]}
                  onUndone={() => compareAgain.mutate(serviceId)}
                />
              )}
              {service.isComparedAgain && (
                <Alert>{`Compared again with version ${service.result.baseVersion}. Check the choices, then submit.`}</Alert>
              )}
              {service.failure && (
                <ImportFailure
                  failure={service.failure}
                  isBusy={compareAgain.isPending}
                  onCompareAgain={() => compareAgain.mutate(serviceId)}
                />
              )}
            </ImportServiceSection>
          );
        })}
      </div>
      <ChangesQuestion
        isOpen={asked !== undefined}
        noun="item"
        deletions={deletions}
        discards={discards}
        replacements={replacements}
        unparsed={unparsed}
        declared={check.data?.declared ?? []}
        takenBack={takenBack}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          setAsked(undefined);
          if (asked) submit.mutate(asked);
        }}
      />
      <ErrorDialog error={check.error} title="Import failed" onClose={() => check.reset()} />
      <ErrorDialog
        error={submit.error}
        title={isOutcomeUnknown(submit.error) ? UNKNOWN_OUTCOME : 'Import failed'}
        onClose={() => submit.reset()}
      />
      <ErrorDialog error={compareAgain.error} onClose={() => compareAgain.reset()} />
      {question}
    </Dialog>
  );
}

interface ImportFailureProps {
  failure: ImportedService;
  isBusy: boolean;
  onCompareAgain: () => void;
}

/** Reason for a failed import, if known. A changed service can be compared again. */
function ImportFailure({ failure, isBusy, onCompareAgain }: ImportFailureProps) {
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
