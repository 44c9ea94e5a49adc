import type { ShellDialogs } from '../layout/Shell.tsx';
import { lazyDialog, lazyPart } from '../ui/lazy-part.tsx';

/** The dialogs that the settings dropdown opens, each loaded when it is first opened. */
export const shellDialogs: ShellDialogs = {
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
};

// It pulls in parts of most features: visitors do without.
export const SignedInWork = lazyPart(async () => (await import('./SignedInWork.tsx')).SignedInWork);
