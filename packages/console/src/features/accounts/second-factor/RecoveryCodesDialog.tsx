import { useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** The codes are not shown again, so only their owner's word closes it at once; Escape and the cross ask first. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const kept = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title="Keep your recovery codes"
      size="small"
      initialFocus={kept}
      onClose={() => setAsking(true)}
      footer={
        <Button ref={kept} look="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
      <ConfirmDialog
        isOpen={isAsking}
        title="Close without the codes?"
        confirmLabel="Close"
        cancelLabel="Back to the codes"
        isDangerous
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      >
        They are not shown again. Without them, a lost second factor shuts you out.
      </ConfirmDialog>
    </Dialog>
  );
}
