import type { Choice } from '@atrium/contract/configuration/diff-file';
import type { ReactNode } from 'react';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

interface UnmergeablePanelProps {
  title: string;
  reason: string;
  /** False where the platform cannot take the remote's file at all. */
  canTakeRemote: boolean;
  /** Read-only, without choices. */
  isReadOnly: boolean;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
  /** The list of files, from which others are opened. */
  aside: ReactNode;
}

/** In place of the panes, for files that can only be taken as a whole, or not at all. */
export function UnmergeablePanel(props: UnmergeablePanelProps) {
  const { title, reason, canTakeRemote, isReadOnly, onChoose, onClose, aside } = props;
  return (
    <Dialog
      isOpen
      size="full"
      title={title}
      onClose={onClose}
      bodyClassName="!p-0 !overflow-hidden flex max-xl:flex-col"
      footer={
        isReadOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant={canTakeRemote ? 'secondary' : 'primary'} onClick={() => onChoose('local')}>
              Keep Local
            </Button>
            {canTakeRemote && <Button onClick={() => onChoose('remote')}>Apply Remote</Button>}
          </>
        )
      }
    >
      {aside}
      <div className="min-h-0 min-w-0 flex-1 overflow-y-auto p-4">
        <Alert kind="warning">{reason}</Alert>
      </div>
    </Dialog>
  );
}
