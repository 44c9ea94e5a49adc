import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askToLogOut } from '../../layout/log-out.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { factorsQuery } from './account.queries.ts';
import { ConfirmByCode } from './ConfirmByCode.tsx';
import { ConfirmByPassword } from './ConfirmByPassword.tsx';
import { type ConfirmWay, OtherConfirmWays } from './OtherConfirmWays.tsx';

interface ConfirmIdentityDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/**
 * Requires the password, or the second factor of users with one, before an action that a stolen session must not
 * perform.
 */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const factors = useQuery(factorsQuery());
  const [chosen, setWay] = useState<ConfirmWay>();
  const way = chosen ?? (factors.data?.hasPassword === false ? undefined : 'password');
  const otherWays = (
    <OtherConfirmWays query={factors} way={way} onChange={setWay} onConfirmed={props.onConfirmed} />
  );
  if (way === undefined) {
    if (factors.data?.factors.length === 0) return <SignInAgainDialog onClose={props.onClose} />;
    return (
      <Dialog
        isOpen
        title="Confirm that it is you"
        description="We will not ask again for five minutes."
        size="small"
        onClose={props.onClose}
      >
        {otherWays}
      </Dialog>
    );
  }
  if (way === 'password') return <ConfirmByPassword {...props} otherWays={otherWays} />;
  // Another kind of code is another form.
  return <ConfirmByCode key={way} method={way} {...props} otherWays={otherWays} />;
}

/** Shown to users without a password or a factor, who can only sign in again. */
function SignInAgainDialog({ onClose }: { onClose: () => void }) {
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
      Your account has no password. Sign out of Atrium and of your identity provider, then sign in again. You
      won't be asked to confirm for the next five minutes.
    </ConfirmDialog>
  );
}
