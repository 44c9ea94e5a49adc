import type { Backup } from '@atrium/contract/configuration/backups';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Table } from '../../../ui/Table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { BackupItemsDialog } from './BackupItemsDialog.tsx';
import { backupsKey, backupsQuery, restore } from './import.queries.ts';

interface BackupsDialogProps {
  serviceId?: string;
  onClose: () => void;
}

/** What a restore brings back. */
interface RestoreQuestion {
  readonly backup: Backup;
  readonly isAll: boolean;
}

/** The configuration as it was before each import: look at what changed, and bring it back. */
export function BackupsDialog({ serviceId, onClose }: BackupsDialogProps) {
  const [page, setPage] = useState(0);
  const [question, setQuestion] = useState<RestoreQuestion | null>(null);
  const [opened, setOpened] = useState<Backup | null>(null);
  const backups = useQuery(backupsQuery(page, serviceId));
  const client = useQueryClient();
  const restoring = useChange({
    mutationFn: ({ backup, isAll }: RestoreQuestion) =>
      restore(backup.id, isAll ? {} : { serviceId: backup.serviceId }),
    onSuccess: ({ version }, { backup, isAll }) => {
      const what = isAll ? 'All services of the import' : backup.serviceName;
      showToast(`${what} restored as live version ${version}.`);
      void client.invalidateQueries({ queryKey: backupsKey() });
      void client.invalidateQueries({ queryKey: ['local-metadata'] });
    },
    onSettled: () => setQuestion(null),
  });
  const rows = backups.data?.content ?? [];
  const total = backups.data?.totalElements ?? 0;
  return (
    <Dialog
      isOpen
      size="large"
      title="Import versions"
      description="The configuration as it was before each import."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {backups.error && <ErrorAlert error={backups.error} onRetry={() => void backups.refetch()} />}
      {backups.isPending && <Spinner label="Loading versions …" isLabelShown />}
      {backups.data && (
        <>
          <Table
            caption="Import versions"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
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
                  <span className="flex flex-wrap gap-2">
                    <Button size="small" onClick={() => setOpened(backup)}>
                      Objects
                    </Button>
                    <Button size="small" onClick={() => setQuestion({ backup, isAll: false })}>
                      Restore service
                    </Button>
                    <Button size="small" onClick={() => setQuestion({ backup, isAll: true })}>
                      Restore all
                    </Button>
                  </span>
                ),
              },
            ]}
          />
          <Pagination
            page={page}
            totalPages={backups.data.totalPages}
            onChange={setPage}
            text={`${total.toLocaleString('en')} ${total === 1 ? 'version' : 'versions'}`}
          />
        </>
      )}
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
          ? 'Are you sure you want to bring back every service of this import as it was before?'
          : `Are you sure you want to bring back ${question?.backup.serviceName ?? ''} as it was in version ${question?.backup.version ?? ''}?`}
      </ConfirmDialog>
      <ErrorDialog error={restoring.error} title="Restore failed" onClose={() => restoring.reset()} />
    </Dialog>
  );
}
