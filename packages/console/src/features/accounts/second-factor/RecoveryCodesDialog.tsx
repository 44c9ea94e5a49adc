import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx';
import { RecoveryCodes, type RecoveryCodesProps } from './RecoveryCodes.tsx';

interface RecoveryCodesDialogProps extends RecoveryCodesProps {
  onClose: () => void;
}

/** The codes are not shown again, so only the button closes the dialog immediately. */
export function RecoveryCodesDialog({ codes, replacesOthers, onClose }: RecoveryCodesDialogProps) {
  return (
    <ShownOnceDialog
      title="Save your recovery codes"
      doneLabel="I have saved them"
      question={{
        title: 'Close without the codes?',
        text: "You won't see these codes again. Without them, losing your second factor locks you out.",
        cancelLabel: 'Back to the codes',
      }}
      onClose={onClose}
    >
      <RecoveryCodes codes={codes} replacesOthers={replacesOthers} />
    </ShownOnceDialog>
  );
}
