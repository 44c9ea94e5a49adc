import { GitConfigurationDialog } from './GitConfigurationDialog.tsx';

/** Opened from 'Upload file'. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  return <GitConfigurationDialog initialTab="upload" onClose={onClose} />;
}
