import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';

interface UnreadPanelProps {
  title: string;
  what: string | undefined;
  error: Error;
  onRetry: () => void;
  onClose: () => void;
  /** The list of files, from which others are opened. */
  aside: ReactNode;
}

/** In place of the panes, when a side could not be fetched. */
export function UnreadPanel({ title, what, error, onRetry, onClose, aside }: UnreadPanelProps) {
  return (
    <Dialog
      isOpen
      size="full"
      title={title}
      onClose={onClose}
      bodyClassName="!p-0 !overflow-hidden flex max-xl:flex-col"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {aside}
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-4">
        <ErrorAlert error={error} title={what ?? 'Could not fetch file source'} onRetry={onRetry} />
      </div>
    </Dialog>
  );
}
