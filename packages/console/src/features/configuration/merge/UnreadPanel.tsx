import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

interface UnreadPanelProps {
  title: string;
  what: string | undefined;
  error: Error;
  onRetry: () => void;
  onClose: () => void;
}

/** In place of the panes, when a side could not be fetched. */
export function UnreadPanel({ title, what, error, onRetry, onClose }: UnreadPanelProps) {
  return (
    <Dialog isOpen title={title} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <ErrorAlert error={error} title={what ?? 'Could not fetch file source'} onRetry={onRetry} />
    </Dialog>
  );
}
