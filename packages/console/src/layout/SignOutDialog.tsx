import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { logOut } from './log-out.ts';

interface SignOutDialogProps {
  drafts: number;
  onClose: () => void;
}

export function SignOutDialog({ drafts, onClose }: SignOutDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      title="Sign out and discard your changes?"
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      isDangerous
      onCancel={onClose}
      onConfirm={logOut}
    >
      {drafts === 0
        ? 'Your entries have not been saved.'
        : `${drafts === 1 ? '1 draft' : `${drafts} drafts`} in this tab would be deleted. Save what you want to keep first.`}
    </ConfirmDialog>
  );
}
