import { useRouter } from '@tanstack/react-router';
import { session, useAuth } from '../../api/session.ts';
import { afterPaint } from '../../lib/after-paint.ts';
import { countKeptTexts } from '../../lib/kept-text.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

interface ResetLinkDialogProps {
  href: string;
  onClose: () => void;
}

/** Confirms before a password link signs a signed-in user out. */
export function ResetLinkDialog({ href, onClose }: ResetLinkDialogProps) {
  const { user } = useAuth();
  const drafts = countKeptTexts();
  const router = useRouter();
  const leave = () => {
    onClose();
    // By then the guard has redirected to the login page. A provider with single logout is visited first.
    const goOn = () => void router.navigate({ href, replace: true });
    void session().logout().then(afterPaint).then(goOn);
  };
  return (
    <ConfirmDialog
      isOpen
      title="Sign out to choose a password?"
      confirmLabel="Sign out"
      cancelLabel="Stay signed in"
      isDangerous={drafts > 0}
      onCancel={onClose}
      onConfirm={leave}
    >
      <p>
        The page that you opened lets you choose a password, and can be used only after you sign out. You are
        signed in as <strong>{user?.username}</strong>.
      </p>
      {drafts > 0 && (
        <p className="mt-3">
          {drafts === 1 ? '1 draft' : `${drafts} drafts`} in this tab would be deleted. Save what you want to
          keep first.
        </p>
      )}
    </ConfirmDialog>
  );
}
