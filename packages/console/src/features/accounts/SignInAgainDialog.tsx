import { askToLogOut } from '../../layout/log-out.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** For people whose only proof is to sign in again: they have neither a password here nor a factor. */
export function SignInAgainDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      isOpen
      title="Confirm that it is you"
      confirmLabel="Sign out"
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        askToLogOut();
      }}
    >
      You have no password here. Sign out, here and at your identity provider, then sign in again: for five
      minutes after that, you are not asked.
    </ConfirmDialog>
  );
}
