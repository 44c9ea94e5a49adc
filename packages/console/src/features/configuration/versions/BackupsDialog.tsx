import { type Backup, listBackups, restoreBackup } from '@atrium/contract/configuration/backups';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { usePages } from '../../../api/use-pages.ts';
import { useRefusal } from '../../../api/use-refusal.ts';
import { PullLink } from '../../../layout/PullLink.tsx';
import { formatDateTime } from '../../../lib/format-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { showToast } from '../../../ui/toast.ts';
import { isUncovered } from '../../test-runs/public.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { DeclaredByReturn } from '../live-change/DeclaredList.tsx';
import { LongOperation } from '../live-change/LongOperation.tsx';
import { isSubmitUnknown, UNKNOWN_RETURN } from '../live-change/submit-failure.ts';
import { useFollowedChange } from '../live-change/use-followed-change.ts';
import { BackupItemsDialog } from './BackupItemsDialog.tsx';
import { restore } from './backup.queries.ts';
import { RestoreFailures } from './RestoreFailures.tsx';
import { TestedReturnLink } from './TestedReturnLink.tsx';

/** Page size of the list (specification, section 9). */
const BACKUP_PAGE_SIZE = 10;

/** Search parameter of the dialog, below the name of its parent dialog. */
export const VERSIONS = 'dialog.versions';

interface BackupsDialogProps {
  onClose: () => void;
}

/** Backup that the user is asked to restore. */
interface RestoreQuestion {
  readonly backup: Backup;
  readonly isAll: boolean;
}

/** The configuration as it was before each import: see what changed, and restore it. */
export function BackupsDialog({ onClose }: BackupsDialogProps) {
  const [question, setQuestion] = useState<RestoreQuestion | null>(null);
  const [opened, setOpened] = useState<Backup | null>(null);
  const backups = usePages(listBackups, { size: BACKUP_PAGE_SIZE, name: VERSIONS, staleTime: 0 });
  const client = useQueryClient();
  const restoredBy = ({ backup, isAll }: RestoreQuestion) =>
    (isAll ? (backups.data?.content ?? []) : [backup]).filter(
      ({ backupKey }) => backupKey === backup.backupKey,
    );
  const restoring = useFollowedChange({
    mutationFn: ({ backup, isAll }: RestoreQuestion, progress) =>
      restore(backup.id, isAll ? {} : { serviceId: backup.serviceId }, { progress }),
    changes: (asked) => restoredBy(asked).map(({ serviceId }) => serviceId),
    onSuccess: ({ version, services }, { backup }) => {
      // Failures are shown in a dialog.
      if (services.every(({ status }) => status === 'OK')) {
        showToast(
          services.length > 1
            ? 'All services of the import restored.'
            : `${backup.serviceName} restored as live version ${version}.`,
        );
      }
      void readAfterNewVersion(
        client,
        services.map(({ serviceId }) => serviceId),
      );
    },
    onSettled: () => setQuestion(null),
  });
  const refusal = useRefusal(restoreBackup);
  const columns: TableColumn<Backup>[] = [
    { id: 'service', header: 'Service', isRowHeader: true, cell: (row) => row.serviceName },
    {
      id: 'version',
      header: 'Version',
      align: 'end',
      cell: (row) => `${row.version} → ${row.importedVersion}`,
    },
    { id: 'created', header: 'Imported', cell: (row) => formatDateTime(row.createdOn) },
    { id: 'user', header: 'User', cell: (row) => row.user },
    {
      id: 'message',
      header: 'Message',
      isLong: true,
      cell: (row) => (
        <>
          {row.message}{' '}
          {row.commitSha && (
            <code className="font-mono text-xs text-ink-soft">{row.commitSha.slice(0, 10)}</code>
          )}
        </>
      ),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      cell: (backup) => (
        <span className="flex flex-wrap gap-2 lg:flex-nowrap">
          <Button
            size="small"
            aria-label={`View changes of ${backup.serviceName} from version ${backup.version} to ${backup.importedVersion}`}
            onClick={() => setOpened(backup)}
          >
            View changes
          </Button>
          <Button
            size="small"
            aria-label={`Restore service ${backup.serviceName} to version ${backup.version}`}
            refusal={refusal}
            onClick={() => setQuestion({ backup, isAll: false })}
          >
            Restore service
          </Button>
          <Button
            size="small"
            aria-label={`Restore all services of the import of ${formatDateTime(backup.createdOn)}`}
            refusal={refusal}
            onClick={() => setQuestion({ backup, isAll: true })}
          >
            Restore all
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Dialog
      isOpen
      size="large"
      bodyClassName="px-0!"
      title="Import versions"
      description="Every import keeps the version before it. Restore one here."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <EntityTable
        caption="Import versions"
        name={VERSIONS}
        query={backups}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={BACKUP_PAGE_SIZE}
        pagingText={({ total }) => `${total.toLocaleString('en')} ${total === 1 ? 'version' : 'versions'}`}
        empty={{
          hint: 'A version is kept before each import, so that the import can be undone.',
          action: <PullLink />,
        }}
      />
      {opened && <BackupItemsDialog backup={opened} onClose={() => setOpened(null)} />}
      <ConfirmDialog
        isOpen={question !== null}
        isDangerous
        title="Restore"
        confirmLabel="Restore"
        isBusy={restoring.isPending}
        onCancel={() => setQuestion(null)}
        onConfirm={() => question && restoring.mutate(question)}
      >
        {question?.isAll
          ? 'Restore every service of this import to the version before it? This creates a new version; you can undo it.'
          : `Restore ${question?.backup.serviceName ?? ''} to version ${question?.backup.version ?? ''}? This creates a new version; you can undo it.`}
        {question && <DeclaredByReturn returns={restoredBy(question)} />}
        {restoring.isPending && <LongOperation id={restoring.progress} />}
      </ConfirmDialog>
      <ErrorDialog
        error={restoring.error}
        title={isSubmitUnknown(restoring.error) ? UNKNOWN_RETURN : 'Restore failed'}
        onClose={() => restoring.reset()}
      >
        <TestedReturnLink
          isDemanded={isUncovered(restoring.error)}
          serviceId={restoring.variables?.backup.serviceId}
        />
      </ErrorDialog>
      {restoring.data && <RestoreFailures services={restoring.data.services} onClose={restoring.reset} />}
    </Dialog>
  );
}
