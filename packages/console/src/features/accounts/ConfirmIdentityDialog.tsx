import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { factorsQuery } from './account.queries.ts';
import { ConfirmByCode } from './ConfirmByCode.tsx';
import { ConfirmByPassword } from './ConfirmByPassword.tsx';
import { type ConfirmWay, OtherConfirmWays } from './OtherConfirmWays.tsx';
import { SignInAgainDialog } from './SignInAgainDialog.tsx';

interface ConfirmIdentityDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/**
 * Asks for the password again, or a second factor of those who have one, before something that a stolen session must not
 * be able to do.
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
