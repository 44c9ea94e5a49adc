import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { factorsQuery } from './account.queries.ts';
import { ConfirmByCode } from './ConfirmByCode.tsx';
import { ConfirmByPassword } from './ConfirmByPassword.tsx';
import { ConfirmWithoutForm } from './ConfirmWithoutForm.tsx';
import { type ConfirmWay, OtherConfirmWays } from './OtherConfirmWays.tsx';

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
    const hasFactor = factors.data !== undefined && factors.data.factors.length > 0;
    return <ConfirmWithoutForm otherWays={hasFactor && otherWays} onClose={props.onClose} />;
  }
  if (way === 'password') return <ConfirmByPassword {...props} otherWays={otherWays} />;
  // Another kind of code is another form.
  return <ConfirmByCode key={way} method={way} {...props} otherWays={otherWays} />;
}
