import { Help } from '../../../layout/Help.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ImportLog } from './ImportLog.tsx';

/** Opened from 'Import logs'. */
export function ImportLogsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      size="large"
      bodyClassName="px-0!"
      title="Import logs"
      description={<Help topic="logs" />}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ImportLog address="dialog" />
    </Dialog>
  );
}
