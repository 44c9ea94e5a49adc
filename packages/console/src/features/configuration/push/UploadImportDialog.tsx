import { GitConfigurationDialog } from './GitConfigurationDialog.tsx';

/** Opened by the address `/console/?openImport=<service>`. */
export function UploadImportDialog({ serviceName, onClose }: { serviceName: string; onClose: () => void }) {
  return <GitConfigurationDialog initialTab="upload" serviceId={serviceName} onClose={onClose} />;
}
