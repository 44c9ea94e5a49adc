import { importBodies } from '@atrium/contract/configuration/import';
import { isExchange, type Operation, type OperationState } from '@atrium/contract/configuration/progress';
import { type Pull, pull as startPull } from '@atrium/contract/configuration/pull';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Help } from '../../../layout/Help.tsx';
import { PullLink } from '../../../layout/PullLink.tsx';
import { useAddressed } from '../../../layout/use-addressed.ts';
import { workNames } from '../../../layout/work-words.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { paths } from '../../../paths.ts';
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { OperationProgress } from '../pull/OperationProgress.tsx';
import { BackupsDialog, VERSIONS } from '../versions/BackupsDialog.tsx';
import { VersionsFooter } from '../versions/VersionsFooter.tsx';
import { ImportEverythingDialog } from './ImportEverythingDialog.tsx';
import { operationsQuery, readPullResults } from './import.queries.ts';

/** A pull that is done has not been submitted yet. */
const doneTexts: Record<Operation['kind'], string> = {
  PULL: 'Pulled',
  PUSH: 'Pushed',
  IMPORT: 'Imported',
  SUBMIT: 'Submitted',
  RETURN: 'Returned',
};
const states: Record<OperationState, { text: string; tone: BadgeTone }> = {
  RUNNING: { text: 'Running', tone: 'warn' },
  DONE: { text: 'Done', tone: 'ok' },
  FAILED: { text: 'Failed', tone: 'danger' },
  CANCELED: { text: 'Canceled', tone: 'neutral' },
};

/** Pulls, pushes, imports, submits and returns of the last day: follow them, and resume an unfinished pull. */
export function ImportProgressDialog({ onClose }: { onClose: () => void }) {
  const progress = useQuery(operationsQuery());
  const operations = progress.data?.operations;
  const [pull, setPull] = useState<Pull | null>(null);
  const [openVersions, setOpenVersions] = useAddressed(VERSIONS);
  const navigate = useNavigate();
  const resume = useChange({
    mutationFn: readPullResults,
    onSuccess: setPull,
  });
  const mayNotPull = useRefusal(startPull);
  const mayNotImport = useRefusal(importBodies);
  if (pull) return <ImportEverythingDialog results={pull.results ?? []} pull={pull} onClose={onClose} />;
  const running = operations?.filter(({ state }) => state === 'RUNNING') ?? [];
  const columns: TableColumn<Operation>[] = [
    { id: 'kind', header: 'What', isRowHeader: true, cell: ({ kind }) => workNames[kind] },
    {
      id: 'state',
      header: 'State',
      cell: ({ kind, state }) => (
        <Badge tone={states[state].tone}>{state === 'DONE' ? doneTexts[kind] : states[state].text}</Badge>
      ),
    },
    { id: 'started', header: 'Started', cell: ({ startedOn }) => formatDateTime(startedOn) },
    { id: 'about', header: 'About', isLong: true, cell: ({ about }) => about ?? '' },
    { id: 'error', header: 'Message', isLong: true, cell: ({ error }) => error ?? '' },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: ({ kind, state, uuid, startedOn }) =>
        kind === 'PULL' && state === 'DONE' && uuid !== null ? (
          <span className="flex flex-wrap gap-2">
            <Button
              size="small"
              aria-label={`Resume the pull of ${formatDateTime(startedOn)}`}
              refusal={mayNotPull}
              onClick={() => {
                onClose();
                void navigate({ href: paths.gitPull({ uuid, step: 'manifest' }) });
              }}
            >
              Resume
            </Button>
            <Button
              size="small"
              aria-label={`Import Everything of the pull of ${formatDateTime(startedOn)}`}
              isBusy={resume.isPending}
              refusal={mayNotImport}
              onClick={() => resume.mutate(uuid)}
            >
              Import Everything
            </Button>
          </span>
        ) : null,
    },
  ];
  return (
    <Dialog
      isOpen
      size="large"
      bodyClassName="px-0!"
      title="Import progress"
      description={<Help topic="work" />}
      onClose={onClose}
      footer={<VersionsFooter onOpen={() => setOpenVersions('open')} onClose={onClose} />}
    >
      <div className="mb-3 flex flex-col gap-2 px-5 empty:hidden">
        {running.map(({ id, kind }) => (
          <OperationProgress key={id} id={id} {...(isExchange(kind) && { canceling: {} })} />
        ))}
      </div>
      <EntityTable
        caption="Pulls, pushes and imports"
        query={{ ...progress, data: operations }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Pulls, pushes, imports, submits and returns of the last day show here.',
          action: <PullLink />,
        }}
      />
      {openVersions === 'open' && <BackupsDialog onClose={() => setOpenVersions(undefined)} />}
      <ErrorDialog error={resume.error} onClose={() => resume.reset()} />
    </Dialog>
  );
}
