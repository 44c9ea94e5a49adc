import type { Choice } from '@atrium/contract/configuration/diff-file';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface UnmergeablePanelProps {
  title: string;
  reason: string;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}

/** In place of the panes, for files that can only be taken as a whole. */
export function UnmergeablePanel({ title, reason, onChoose, onClose }: UnmergeablePanelProps) {
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button onClick={() => onChoose('local')}>Keep Local</Button>
          <Button onClick={() => onChoose('remote')}>Apply Remote</Button>
        </>
      }
    >
      <Alert kind="warning">{reason}</Alert>
    </Dialog>
  );
}
