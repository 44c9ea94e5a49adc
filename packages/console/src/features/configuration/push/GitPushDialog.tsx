import { GitConfigurationDialog } from './GitConfigurationDialog.tsx';

/** Opened from 'Git Config Push'. */
export function GitPushDialog({ onClose }: { onClose: () => void }) {
  return <GitConfigurationDialog initialTab="push" onClose={onClose} />;
}
