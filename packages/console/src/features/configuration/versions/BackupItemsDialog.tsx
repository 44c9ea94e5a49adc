import type { listBackupItems } from '@atrium/contract/configuration/backup-items';
import { type Backup, restoreBackup } from '@atrium/contract/configuration/backups';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRefusal } from '../../../api/use-refusal.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EntityTable } from '../../../ui/EntityTable.tsx';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import type { TableColumn } from '../../../ui/table-column.ts';
import { showToast } from '../../../ui/toast.ts';
import { isUncovered } from '../../test-runs/public.ts';
import { diffTypeLabels, diffTypeTones } from '../files/labels.ts';
import { readAfterNewVersion } from '../files/read-after-new-version.ts';
import { LongOperation } from '../live-change/LongOperation.tsx';
import { isSubmitUnknown, UNKNOWN_RETURN } from '../live-change/submit-failure.ts';
import { useFollowedChange } from '../live-change/use-followed-change.ts';
import { TextCompareDialog } from '../panes/TextCompareDialog.tsx';
import { backupItemsQuery, restore, twoQuery } from './backup.queries.ts';
import { ITEM_TEXT_NAME, itemText } from './item-text.ts';
import { TestedReturnLink } from './TestedReturnLink.tsx';

interface BackupItem {
  readonly collectionName: string;
  readonly objectName: string;
}

type ChangedItem = EndpointResponse<typeof listBackupItems>['items'][number];

type ImportedBackup = Pick<Backup, 'id' | 'serviceId' | 'serviceName' | 'version' | 'importedVersion'>;

interface BackupItemsDialogProps {
  backup: ImportedBackup;
  onClose: () => void;
}

/** The objects that one import changed: before and after of each, and a way back for it alone. */
export function BackupItemsDialog({ backup, onClose }: BackupItemsDialogProps) {
  const [compared, setCompared] = useState<BackupItem | null>(null);
  const [restored, setRestored] = useState<BackupItem | null>(null);
  const items = useQuery(backupItemsQuery(backup.id));
  const client = useQueryClient();
  const restoring = useFollowedChange({
    mutationFn: ({ collectionName, objectName }: BackupItem, progress) =>
      restore(backup.id, { serviceId: backup.serviceId, collectionName, objectName }, { progress }),
    changes: () => [backup.serviceId],
    onSuccess: ({ version }, { objectName }) => {
      showToast(`${objectName} restored as live version ${version}.`);
      void readAfterNewVersion(client, [backup.serviceId]);
    },
    onSettled: () => setRestored(null),
  });
  const refusal = useRefusal(restoreBackup);
  const columns: TableColumn<ChangedItem>[] = [
    { id: 'object', header: 'Object', isRowHeader: true, cell: (item) => item.objectName },
    { id: 'collection', header: 'Collection', cell: (item) => item.collectionName },
    {
      id: 'change',
      header: 'Change',
      cell: ({ change }) => <Badge tone={diffTypeTones[change]}>{diffTypeLabels[change]}</Badge>,
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
          <Button size="small" refusal={refusal} onClick={() => setRestored(item)}>
            Restore
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
      title={`${backup.serviceName}, version ${backup.version}: objects`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <EntityTable
        caption="Objects that the import changed"
        query={{ ...items, data: items.data?.items }}
        columns={columns}
        rowKey={({ collectionName, objectName }) => `${collectionName}/${objectName}`}
        empty={{ title: 'No changes', hint: 'The import left every object as it was.', action: null }}
      />
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
        Restore {restored?.objectName} to version {backup.version}? This creates a new version; you can undo
        it.
        {restoring.isPending && <LongOperation id={restoring.progress} />}
      </ConfirmDialog>
      <ErrorDialog
        error={restoring.error}
        title={isSubmitUnknown(restoring.error) ? UNKNOWN_RETURN : 'Restore failed'}
        onClose={() => restoring.reset()}
      >
        <TestedReturnLink isDemanded={isUncovered(restoring.error)} serviceId={backup.serviceId} />
      </ErrorDialog>
    </Dialog>
  );
}

interface ItemCompareProps {
  backup: ImportedBackup;
  item: BackupItem;
  onClose: () => void;
}

/** An item before and after the import that kept the version. */
function ItemCompare({ backup, item, onClose }: ItemCompareProps) {
  const { collectionName, objectName } = item;
  const two = useQuery(twoQuery({ backupId: backup.id, collectionName, objectName }));
  if (two.error) return <ErrorDialog error={two.error} onClose={onClose} />;
  if (!two.data) return null;
  return (
    <TextCompareDialog
      title={`${collectionName}/${objectName}`}
      left={itemText(collectionName, two.data.before)}
      right={itemText(collectionName, two.data.after)}
      leftLabel={`Before (version ${backup.version})`}
      rightLabel={`After (version ${backup.importedVersion})`}
      name={ITEM_TEXT_NAME}
      onClose={onClose}
    />
  );
}
