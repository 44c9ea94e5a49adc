import { useQuery } from '@tanstack/react-query';
import { ErrorDialog } from '../../../ui/ErrorDialog.tsx';
import { TextCompareDialog } from '../diff/TextCompareDialog.tsx';
import { twoQuery } from '../import/import.queries.ts';
import { ITEM_TEXT_NAME, itemText } from '../import/item-text.ts';
import type { BackupItem, ImportedBackup } from './BackupItemsDialog.tsx';

interface ItemCompareProps {
  backup: ImportedBackup;
  item: BackupItem;
  onClose: () => void;
}

/** An item before and after the import that kept the version. */
export function ItemCompare({ backup, item, onClose }: ItemCompareProps) {
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
