import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const UploadImportDialog = lazyDialog(
  async () => (await import('./push/UploadImportDialog.tsx')).UploadImportDialog,
);
export { readAfterNewVersion } from './files/read-after-new-version.ts';
export { DeclaredBySave } from './live-change/DeclaredList.tsx';
export { ServiceGit, ServiceGitNote, useIsConnected } from './pull/ServiceGit.tsx';
export { ProtectionCard } from './versions/ProtectionCard.tsx';
export { ReturnQuestion } from './versions/ReturnQuestion.tsx';
export { VersionFileCompare } from './versions/VersionFileCompare.tsx';
export { VersionsCard } from './versions/VersionsCard.tsx';
