import type { Backup } from '@atrium/contract/configuration/backups';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../../api/use-change.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { Table } from '../../../ui/Table.tsx';
import { showToast } from '../../../ui/toast.ts';
import { TextCompareDialog } from '../TextCompareDialog.tsx';
import { backupItemsQuery, backupsKey, restore, twoQuery } from './import.queries.ts';

interface BackupItem {
  readonly collectionName: string;
  readonly objectName: string;
}

type ImportedBackup = Pick<Backup, 'id' | 'serviceId' | 'serviceName' | 'version' | 'importedVersion'>;

interface BackupItemsDialogProps {
  backup: ImportedBackup;
  onClose: () => void;
}

const tones = { NEW: 'ok', DELETED: 'danger', CHANGED: 'note' } as const;
const words = { NEW: 'New', DELETED: 'Deleted', CHANGED: 'Changed' } as const;

/** The objects that one import changed: before and after of each, and a way back for it alone. */
export function BackupItemsDialog({ backup, onClose }: BackupItemsDialogProps) {
  const [compared, setCompared] = useState<BackupItem | null>(null);
  const [restored, setRestored] = useState<BackupItem | null>(null);
  const items = useQuery(backupItemsQuery(backup.id));
  const client = useQueryClient();
  const restoring = useChange({
    mutationFn: ({ collectionName, objectName }: BackupItem) =>
      restore(backup.id, { serviceId: backup.serviceId, collectionName, objectName }),
    onSuccess: ({ version }, { objectName }) => {
      showToast(`${objectName} restored as live version ${version}.`);
      void client.invalidateQueries({ queryKey: backupsKey() });
      void client.invalidateQueries({ queryKey: ['local-metadata'] });
    },
    onSettled: () => setRestored(null),
  });
  return (
    <Dialog
      isOpen
      size="large"
      title={`${backup.serviceName}, version ${backup.version}: objects`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {items.error && <ErrorAlert error={items.error} onRetry={() => void items.refetch()} />}
      {items.isPending && <Spinner label="Loading objects …" isLabelShown />}
      {items.data && (
        <Table
          caption="Objects that the import changed"
          rows={items.data.items}
          rowKey={({ collectionName, objectName }) => `${collectionName}/${objectName}`}
          columns={[
            { id: 'object', header: 'Object', isRowHeader: true, cell: (item) => item.objectName },
            { id: 'collection', header: 'Collection', cell: (item) => item.collectionName },
            {
              id: 'change',
              header: 'Change',
              cell: ({ change }) => <Badge tone={tones[change]}>{words[change]}</Badge>,
            },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              cell: (item) => (
                <span className="flex gap-2">
                  <Button size="small" onClick={() => setCompared(item)}>
                    Compare
                  </Button>
                  <Button size="small" onClick={() => setRestored(item)}>
                    Restore
                  </Button>
                </span>
              ),
            },
          ]}
        />
      )}
      {compared && <ItemCompare backup={backup} item={compared} onClose={() => setCompared(null)} />}
      <ConfirmDialog
        isOpen={restored !== null}
        isDangerous
        title="Restore"
        confirmLabel="Restore"
        isBusy={restoring.isPending}
        onCancel={() => setRestored(null)}
        onConfirm={() => restored && restoring.mutate(restored)}
      >
        Are you sure you want to bring back {restored?.objectName} as it was in version {backup.version}?
      </ConfirmDialog>
      <ErrorDialog error={restoring.error} title="Restore failed" onClose={() => restoring.reset()} />
    </Dialog>
  );
}

interface ItemCompareProps {
  backup: ImportedBackup;
  item: BackupItem;
  onClose: () => void;
}

function ItemCompare({ backup, item, onClose }: ItemCompareProps) {
  const { collectionName, objectName } = item;
  const two = useQuery(twoQuery({ backupId: backup.id, collectionName, objectName }));
  if (two.error) return <ErrorDialog error={two.error} onClose={onClose} />;
  if (!two.data) return null;
  const text = (value: unknown) => (value === null ? null : JSON.stringify(value, null, 2));
  return (
    <TextCompareDialog
      title={`${collectionName}/${objectName}`}
      left={text(two.data.before)}
      right={text(two.data.after)}
      leftLabel={`Before (version ${backup.version})`}
      rightLabel={`After (version ${backup.importedVersion})`}
      name="item.json"
      onClose={onClose}
    />
  );
}
