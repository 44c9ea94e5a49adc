import type { ImportedService, ImportResult } from '@atrium/contract/configuration/import';
import { IMPORT_DIALOG_TIMER_MS } from '@atrium/contract/configuration/limits';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { IgnoredFilesNote } from '../IgnoredFilesNote.tsx';
import { MovedFilesList } from '../MovedFilesList.tsx';
import { localMetadataQuery } from '../pull.queries.ts';
import { ImportServiceSection } from './ImportServiceSection.tsx';
import { readLocal, readPullResults, submitBodies } from './import.queries.ts';
import { bodyOf } from './import-body.ts';
import { compareBodies, defaultOption, type ImportItem, type ItemOption } from './import-items.ts';

interface ImportEverythingDialogProps {
  results: readonly ImportResult[];
  /** Where the results come from; absent for an upload. */
  pull?: Pull | undefined;
  onClose: () => void;
}

/** By service, then by the item's key. */
export type ItemOptions = { readonly [key: string]: ItemOption };

interface ServiceImport {
  readonly result: ImportResult;
  readonly items: readonly ImportItem[];
}

/** Per service: every item with its options; submitting replaces the service's whole configuration. */
export function ImportEverythingDialog({ results: found, pull, onClose }: ImportEverythingDialogProps) {
  const [results, setResults] = useState(found);
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
  const [outcomes, setOutcomes] = useState<{ readonly [serviceId: string]: ImportedService }>({});
  // What went in stays in: after a failure of one service only the others are sent again.
  const waiting = services.filter(
    ({ result: { serviceId } }) => sent.includes(serviceId) && outcomes[serviceId]?.status !== 'OK',
  );
  const client = useQueryClient();
  const submit = useChange({
    mutationFn: () =>
      submitBodies(
        {
          ...(pull && { uuid: pull.uuid }),
          backupKey: ids.backupKey,
          progress: crypto.randomUUID(),
          confirmed: waiting.map(({ result: { serviceId, baseVersion, commitSha }, items }) => ({
            serviceId,
            baseVersion,
            commitSha,
            body: JSON.stringify(bodyOf(items, optionOf(serviceId), commitSha)),
          })),
        },
        crypto.randomUUID(),
      ),
    onSuccess: ({ results: imported }) => {
      setOutcomes((before) => ({
        ...before,
        ...Object.fromEntries(imported.map((one) => [one.serviceId, one])),
      }));
      for (const { serviceId, status } of imported) {
        if (status === 'OK')
          void client.invalidateQueries({ queryKey: localMetadataQuery(serviceId).queryKey });
      }
    },
  });
  /** Both sides again, after the live one moved; the options stay. */
  const compareAgain = useChange({
    mutationFn: async (result: ImportResult) => {
      const { serviceId } = result;
      const read = await (pull ? readPullResults(pull.uuid) : readLocal(serviceId));
      const now = read.results?.find((one) => one.serviceId === serviceId);
      return { ...result, ...now, ...(!pull && { gitBody: result.gitBody, commitSha: result.commitSha }) };
    },
    onSuccess: (result) => {
      setResults((before) => before.map((one) => (one.serviceId === result.serviceId ? result : one)));
      setOutcomes(({ [result.serviceId]: _, ...others }) => others);
    },
  });
  const isDone = submit.isSuccess && waiting.length === 0;

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
              disabled={waiting.length === 0}
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
        {pull && <IgnoredFilesNote ignored={pull.ignored} />}
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
            outcome={
              <Outcome
                imported={outcomes[result.serviceId]}
                isBusy={compareAgain.isPending}
                onCompareAgain={() => compareAgain.mutate(result)}
              />
            }
          />
        ))}
      </div>
      <ErrorDialog error={submit.error} title="Import failed" onClose={() => submit.reset()} />
      <ErrorDialog error={compareAgain.error} onClose={() => compareAgain.reset()} />
    </Dialog>
  );
}

function readServices(results: readonly ImportResult[]): ServiceImport[] {
  return results.map((result) => ({ result, items: compareBodies(result) }));
}

interface OutcomeProps {
  imported: ImportedService | undefined;
  isBusy: boolean;
  onCompareAgain: () => void;
}

function Outcome({ imported, isBusy, onCompareAgain }: OutcomeProps) {
  if (!imported) return null;
  if (imported.status === 'OK') {
    return (
      <Alert kind="success" title="Merged">
        {imported.version !== undefined && `Live version ${imported.version}`}
      </Alert>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <ErrorAlert
        error={imported.error?.localizedMessage ?? 'No message available'}
        title="The service could not be submitted."
        actions={
          imported.moved && (
            <Button size="small" isBusy={isBusy} onClick={onCompareAgain}>
              Compare again
            </Button>
          )
        }
      />
      {imported.moved && <MovedFilesList moved={imported.moved} />}
    </div>
  );
}
