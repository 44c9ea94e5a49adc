import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** The codes are not shown again, so only their owner's word closes it at once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <ShownOnceDialog
      title="Save your recovery codes"
      doneLabel="I have saved them"
      question={{
        title: 'Close without the codes?',
        text: 'They are not shown again. Without them, a lost second factor shuts you out.',
        cancelLabel: 'Back to the codes',
      }}
      onClose={onClose}
    >
      <RecoveryCodes codes={codes} />
    </ShownOnceDialog>
  );
}
