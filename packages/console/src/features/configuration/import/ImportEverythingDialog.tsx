import type { checkBodies, ImportedService, ImportResult } from '@atrium/contract/configuration/import';
import { IMPORT_DIALOG_TIMER_MS } from '@atrium/contract/configuration/limits';
import type { Pull } from '@atrium/contract/configuration/pull';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { ChangesQuestion, type NamedChange, type UnparsedChange } from '../ChangesQuestion.tsx';
import { IgnoredFilesNote } from '../IgnoredFilesNote.tsx';
import { MovedFilesList } from '../MovedFilesList.tsx';
import { SubmittedNotice } from '../SubmittedNotice.tsx';
import { submitSummary } from '../submit-summary.ts';
import { ImportServiceSection } from './ImportServiceSection.tsx';
import type { ImportChanges } from './import-changes.ts';
import { type ServiceImport, useImport } from './use-import.ts';

interface ImportEverythingDialogProps {
  results: readonly ImportResult[];
  /** Where the results come from; absent for an upload. */
  pull?: Pull | undefined;
  onClose: () => void;
}

/** Per service: every item with its options; submitting replaces the service's whole configuration. */
export function ImportEverythingDialog({ results, pull, onClose }: ImportEverythingDialogProps) {
  const { services, waiting, check, submit, compareAgain, isDone, choose, send } = useImport(results, pull);
  const [isAsking, setAsking] = useState(false);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), IMPORT_DIALOG_TIMER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button that was pressed has gone.
    if (isDone) close.current?.focus();
  }, [isDone]);
  const deletions = namedIn(waiting, 'deleted');
  const discards = namedIn(waiting, 'discarded');

  const unparsed = unparsedIn(waiting, check.data);

  const handleSubmit = () =>
    check.mutate(undefined, {
      onSuccess: (found) => {
        const asked = deletions.length + discards.length + unparsedIn(waiting, found).length;
        if (asked > 0) setAsking(true);
        else submit.mutate();
      },
    });

  return (
    <Dialog
      isOpen
      size="large"
      title="Import Everything"
      onClose={onClose}
      footer={
        <>
          {!isDone && (
            <p role="status" className="mr-auto self-center text-sm">
              {summaryOf(waiting)}
            </p>
          )}
          <Button ref={close} onClick={onClose}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {!isDone && (
            <Button
              look="primary"
              isBusy={check.isPending || submit.isPending}
              disabled={waiting.length === 0}
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
              <Button size="small" onClick={() => setLate(false)}>
                Go on
              </Button>
            }
          >
            This comparison is two minutes old. If the live configuration moved meanwhile, submitting is
            refused and nothing is lost.
          </Alert>
        )}
        {pull && <IgnoredFilesNote ignored={pull.ignored} />}
        {services.length === 0 && <EmptyState />}
        {services.map((service) => {
          const { serviceId } = service.result;
          return (
            <ImportServiceSection
              key={serviceId}
              service={service}
              onOptions={(next) => choose(serviceId, next)}
              onSent={(isSent) => send(serviceId, isSent)}
            >
              {service.submitted && (
                <SubmittedNotice
                  submitted={[service.submitted]}
                  onUndone={() => compareAgain.mutate(serviceId)}
                />
              )}
              {service.failure && (
                <Failure
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
        isOpen={isAsking}
        noun="item"
        deletions={deletions}
        discards={discards}
        unparsed={unparsed}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          submit.mutate();
        }}
      />
      <ErrorDialog error={check.error} title="Import failed" onClose={() => check.reset()} />
      <ErrorDialog error={submit.error} title="Import failed" onClose={() => submit.reset()} />
      <ErrorDialog error={compareAgain.error} onClose={() => compareAgain.reset()} />
    </Dialog>
  );
}

function namedIn(services: readonly ServiceImport[], kind: keyof ImportChanges): NamedChange[] {
  return services.flatMap(({ result, changes }) =>
    changes[kind].map((path) => ({ serviceName: result.name, path })),
  );
}

function unparsedIn(
  services: readonly ServiceImport[],
  checked: EndpointResponse<typeof checkBodies> | undefined,
): UnparsedChange[] {
  return services.flatMap(({ result: { serviceId, name } }) => {
    const found = checked?.services.find((one) => one.serviceId === serviceId)?.unparsed ?? [];
    return found.map(({ filePath, fault: { line, message } }) => ({
      serviceName: name,
      path: filePath,
      reason: `line ${line}: ${message}`,
    }));
  });
}

function summaryOf(services: readonly ServiceImport[]): string {
  const count = (kind: keyof ImportChanges) => namedIn(services, kind).length;
  const isChanged = ({ changes: { added, changed, deleted } }: ServiceImport) =>
    added.length + changed.length + deleted.length > 0;
  return submitSummary({
    services: services.filter(isChanged).map(({ result }) => result.name),
    kinds: [
      { count: count('added'), one: 'new', many: 'new' },
      { count: count('changed'), one: 'changed', many: 'changed' },
      { count: count('deleted'), one: 'deletion', many: 'deletions' },
    ],
    discardCount: count('discarded'),
  });
}

interface FailureProps {
  failure: ImportedService;
  isBusy: boolean;
  onCompareAgain: () => void;
}

function Failure({ failure: { error, moved }, isBusy, onCompareAgain }: FailureProps) {
  return (
    <div className="flex flex-col gap-2">
      <ErrorAlert
        error={error?.localizedMessage ?? 'No message available'}
        title="The service could not be submitted."
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
