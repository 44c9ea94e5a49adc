import type { ComponentType } from 'react';
import type { ShellDialogName } from '../layout/navigation.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';

/** The dialogs that the navigation opens, each loaded when it is first opened. */
const dialogs: Record<ShellDialogName, ComponentType<{ onClose: () => void }>> = {
  'system-status': lazyDialog(
    async () => (await import('../features/services/CloudStatusDialog.tsx')).CloudStatusDialog,
  ),
  'git-push': lazyDialog(
    async () => (await import('../features/configuration/push/GitPushDialog.tsx')).GitPushDialog,
  ),
  upload: lazyDialog(
    async () => (await import('../features/configuration/push/UploadDialog.tsx')).UploadDialog,
  ),
  'import-progress': lazyDialog(
    async () =>
      (await import('../features/configuration/import/ImportProgressDialog.tsx')).ImportProgressDialog,
  ),
  'import-logs': lazyDialog(
    async () => (await import('../features/configuration/import/ImportLogsDialog.tsx')).ImportLogsDialog,
  ),
  work: lazyDialog(async () => (await import('../features/work/WorkDialog.tsx')).WorkDialog),
  'undo-version': lazyDialog(
    async () => (await import('../features/configuration/versions/UndoVersionDialog.tsx')).UndoVersionDialog,
  ),
  keys: lazyDialog(async () => (await import('../features/search/KeysDialog.tsx')).KeysDialog),
  search: lazyDialog(async () => (await import('../features/search/SearchDialog.tsx')).SearchDialog),
};

export interface SignedInDialogProps {
  name: string;
  onClose: () => void;
}

/** The dialog of a name; nothing if there is none. */
export function SignedInDialog({ name, onClose }: SignedInDialogProps) {
  if (!isDialogName(name)) return null;
  const Dialog = dialogs[name];
  return <Dialog onClose={onClose} />;
}

function isDialogName(name: string): name is ShellDialogName {
  return Object.hasOwn(dialogs, name);
}
