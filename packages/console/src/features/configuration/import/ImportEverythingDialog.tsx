import type { ImportedService, ImportResult } from '@atrium/contract/configuration/import';
import { IMPORT_DIALOG_TIMER_MS } from '@atrium/contract/configuration/limits';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { ImportServiceSection } from './ImportServiceSection.tsx';
import { submitBodies } from './import.queries.ts';
import { bodyOf } from './import-body.ts';
import { compareBodies, defaultOption, type ImportItem, type ItemOption } from './import-items.ts';

interface ImportEverythingDialogProps {
  results: readonly ImportResult[];
  onClose: () => void;
}

/** By service, then by the item's key. */
export type ItemOptions = { readonly [key: string]: ItemOption };

interface ServiceImport {
  readonly result: ImportResult;
  readonly items: readonly ImportItem[];
}

/** Per service: every item with its options; submitting replaces the service's whole configuration. */
export function ImportEverythingDialog({ results, onClose }: ImportEverythingDialogProps) {
  const services = useMemo(() => readServices(results), [results]);
  const [options, setOptions] = useState<{ readonly [serviceId: string]: ItemOptions }>({});
  const [sent, setSent] = useState<readonly string[]>(() =>
    results.filter(({ sendBody }) => sendBody).map(({ serviceId }) => serviceId),
  );
  const [isLate, setLate] = useState(false);
  const [ids] = useState(() => ({ backupKey: crypto.randomUUID() }));

  useEffect(() => {
    const timer = window.setTimeout(() => setLate(true), IMPORT_DIALOG_TIMER_MS);
    return () => window.clearTimeout(timer);
  }, []);

  const optionOf = (serviceId: string) => (item: ImportItem) =>
    options[serviceId]?.[item.key] ?? defaultOption(item.state);
  const submit = useMutation({
    mutationFn: () =>
      submitBodies(
        {
          backupKey: ids.backupKey,
          progress: crypto.randomUUID(),
          confirmed: services
            .filter(({ result }) => sent.includes(result.serviceId))
            .map(({ result: { serviceId, baseVersion, commitSha }, items }) => ({
              serviceId,
              baseVersion,
              commitSha,
              body: JSON.stringify(bodyOf(items, optionOf(serviceId), commitSha)),
            })),
        },
        crypto.randomUUID(),
      ),
  });
  const done = new Map(submit.data?.results.map((one) => [one.serviceId, one]));
  const isDone = submit.isSuccess && [...done.values()].every(({ status }) => status === 'OK');

  return (
    <Dialog
      isOpen
      size="large"
      title="Import Everything"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{isDone ? 'Close' : 'Cancel'}</Button>
          {!isDone && (
            <Button
              look="primary"
              isBusy={submit.isPending}
              disabled={sent.length === 0}
              onClick={() => submit.mutate()}
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
        {services.length === 0 && <EmptyState />}
        {services.map(({ result, items }) => (
          <ImportServiceSection
            key={result.serviceId}
            result={result}
            items={items}
            optionOf={optionOf(result.serviceId)}
            onOptions={(next) =>
              setOptions((before) => ({
                ...before,
                [result.serviceId]: { ...before[result.serviceId], ...next },
              }))
            }
            isSent={sent.includes(result.serviceId)}
            onSent={(isSent) =>
              setSent((before) =>
                isSent ? [...before, result.serviceId] : before.filter((id) => id !== result.serviceId),
              )
            }
            outcome={<Outcome imported={done.get(result.serviceId)} />}
          />
        ))}
      </div>
      <ErrorDialog error={submit.error} title="Import failed" onClose={() => submit.reset()} />
    </Dialog>
  );
}

function readServices(results: readonly ImportResult[]): ServiceImport[] {
  return results.map((result) => ({ result, items: compareBodies(result) }));
}

function Outcome({ imported }: { imported: ImportedService | undefined }) {
  if (!imported) return null;
  return imported.status === 'OK' ? (
    <Alert kind="success" title="Merged">
      {imported.version !== undefined && `Live version ${imported.version}`}
    </Alert>
  ) : (
    <ErrorAlert
      error={imported.error?.localizedMessage ?? 'No message available'}
      title="The service could not be submitted."
    />
  );
}
