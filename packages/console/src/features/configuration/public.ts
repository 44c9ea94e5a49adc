import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const UploadImportDialog = lazyDialog(
  async () => (await import('./push/UploadImportDialog.tsx')).UploadImportDialog,
);
