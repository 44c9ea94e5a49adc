import type { Operation, OperationState } from '@atrium/contract/configuration/progress';
import type { Pull } from '@atrium/contract/configuration/pull';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { paths } from '../../../paths.ts';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Table } from '../../../ui/Table.tsx';
import { OperationProgress } from '../OperationProgress.tsx';
import { cancelPull } from '../pull.queries.ts';
import { BackupsDialog } from './BackupsDialog.tsx';
import { ImportEverythingDialog } from './ImportEverythingDialog.tsx';
import { operationsQuery, readPullResults } from './import.queries.ts';

const kinds: Record<Operation['kind'], string> = { PULL: 'Pull', PUSH: 'Push', IMPORT: 'Import' };
const states: Record<OperationState, { text: string; tone: BadgeTone }> = {
  RUNNING: { text: 'Running', tone: 'warn' },
  DONE: { text: 'Done', tone: 'ok' },
  FAILED: { text: 'Failed', tone: 'danger' },
  CANCELED: { text: 'Canceled', tone: 'neutral' },
};

/** Pulls, pushes and imports of the last day: follow them, and go on with a pull that was left. */
export function ImportProgressDialog({ onClose }: { onClose: () => void }) {
  const operations = useQuery(operationsQuery());
  const [pull, setPull] = useState<Pull | null>(null);
  const [isBackupsOpen, setBackupsOpen] = useState(false);
  const navigate = useNavigate();
  const resume = useChange({
    mutationFn: readPullResults,
    onSuccess: setPull,
  });
  if (pull) return <ImportEverythingDialog results={pull.results ?? []} pull={pull} onClose={onClose} />;
  const running = operations.data?.operations.filter(({ state }) => state === 'RUNNING') ?? [];
  return (
    <Dialog
      isOpen
      size="large"
      title="Import progress"
      onClose={onClose}
      footer={
        <>
          <Button className="mr-auto" onClick={() => setBackupsOpen(true)}>
            Versions
          </Button>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {operations.error && <ErrorAlert error={operations.error} onRetry={() => void operations.refetch()} />}
      {operations.isPending && <Spinner label="Loading …" isLabelShown />}
      <div className="mb-3 flex flex-col gap-2 empty:hidden">
        {running.map(({ id, kind }) => (
          <OperationProgress
            key={id}
            id={id}
            {...(kind !== 'IMPORT' && { onCancel: () => void cancelPull(id).catch(() => undefined) })}
          />
        ))}
      </div>
      {operations.data && (
        <Table
          caption="Pulls, pushes and imports"
          rows={operations.data.operations}
          rowKey={({ id }) => id}
          columns={[
            { id: 'kind', header: 'What', isRowHeader: true, cell: ({ kind }) => kinds[kind] },
            {
              id: 'state',
              header: 'State',
              cell: ({ state }) => <Badge tone={states[state].tone}>{states[state].text}</Badge>,
            },
            { id: 'started', header: 'Started', cell: ({ startedOn }) => formatDateTime(startedOn) },
            { id: 'error', header: 'Message', cell: ({ error }) => error ?? '' },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              cell: ({ kind, state, uuid }) =>
                kind === 'PULL' && state === 'DONE' && uuid !== null ? (
                  <span className="flex flex-wrap gap-2">
                    <Button
                      size="small"
                      onClick={() => {
                        onClose();
                        void navigate({ href: paths.gitPull({ uuid, step: 'manifest' }) });
                      }}
                    >
                      Resume
                    </Button>
                    <Button size="small" isBusy={resume.isPending} onClick={() => resume.mutate(uuid)}>
                      Import Everything
                    </Button>
                  </span>
                ) : null,
            },
          ]}
        />
      )}
      {isBackupsOpen && <BackupsDialog onClose={() => setBackupsOpen(false)} />}
      <ErrorDialog error={resume.error} onClose={() => resume.reset()} />
    </Dialog>
  );
}
