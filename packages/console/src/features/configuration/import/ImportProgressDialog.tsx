import { importBodies } from '@atrium/contract/configuration/import';
import type { Operation } from '@atrium/contract/configuration/progress';
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
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { BackupsDialog, VERSIONS } from '../versions/BackupsDialog.tsx';
import { VersionsFooter } from '../versions/VersionsFooter.tsx';
import { FollowedOperations } from './FollowedOperations.tsx';
import { ImportEverythingDialog } from './ImportEverythingDialog.tsx';
import { operationsQuery, readPullResults } from './import.queries.ts';
import { OperationBadge } from './OperationBadge.tsx';
import { operationName } from './operation-name.ts';

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
  const columns: TableColumn<Operation>[] = [
    { id: 'kind', header: 'What', isRowHeader: true, cell: ({ kind }) => workNames[kind] },
    { id: 'state', header: 'State', cell: (operation) => <OperationBadge operation={operation} /> },
    {
      id: 'started',
      header: 'Started',
      className: 'whitespace-nowrap',
      cell: ({ startedOn }) => formatDateTime(startedOn),
    },
    { id: 'about', header: 'About', isLong: true, cell: ({ about }) => about ?? '' },
    // The column takes space, so omit it without errors.
    ...(operations?.some(({ error }) => error !== null)
      ? [{ id: 'error', header: 'Message', isLong: true, cell: ({ error }: Operation) => error ?? '' }]
      : []),
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (operation) => {
        const { kind, state, uuid } = operation;
        if (kind !== 'PULL' || state !== 'DONE' || uuid === null) return null;
        return (
          <span className="flex flex-wrap gap-2 lg:flex-nowrap lg:whitespace-nowrap">
            <Button
              size="small"
              aria-label={`Resume: ${operationName(operation)}`}
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
              aria-label={`Import Everything: ${operationName(operation)}`}
              isBusy={resume.isPending}
              refusal={mayNotImport}
              onClick={() => resume.mutate(uuid)}
            >
              Import Everything
            </Button>
          </span>
        );
      },
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
      <FollowedOperations operations={operations ?? []} />
      <EntityTable
        caption="Pulls, pushes and imports"
        query={{ ...progress, data: operations }}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          hint: 'Pulls, pushes, imports, submits and returns of the last day appear here.',
          action: <PullLink />,
        }}
      />
      {openVersions === 'open' && <BackupsDialog onClose={() => setOpenVersions(undefined)} />}
      <ErrorDialog error={resume.error} onClose={() => resume.reset()} />
    </Dialog>
  );
}
