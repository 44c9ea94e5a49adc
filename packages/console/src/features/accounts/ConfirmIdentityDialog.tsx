import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { factorsQuery } from './account.queries.ts';
import { ConfirmByCode } from './ConfirmByCode.tsx';
import { ConfirmByPassword } from './ConfirmByPassword.tsx';
import { confirmByPasskey } from './confirm-by-passkey.ts';

interface ConfirmIdentityDialogProps {
  onConfirmed: () => void;
  onClose: () => void;
}

/**
 * Asks for the password again, or a second factor of those who have one, before something that a stolen session must not
 * be able to do.
 */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const { data } = useQuery(factorsQuery());
  const [way, setWay] = useState<'password' | 'authenticator' | 'recovery-code'>('password');
  const unlocking = useChange({ mutationFn: confirmByPasskey, onSuccess: props.onConfirmed });
  const has = (kind: 'authenticator' | 'passkey') => data?.factors.some((factor) => factor.kind === kind);
  const otherWays = data && data.factors.length > 0 && (
    <>
      <p className="mt-4 flex flex-wrap gap-2">
        {way !== 'password' && (
          <Button size="small" onClick={() => setWay('password')}>
            Use your password
          </Button>
        )}
        {way !== 'authenticator' && has('authenticator') && (
          <Button size="small" onClick={() => setWay('authenticator')}>
            Use an authenticator app
          </Button>
        )}
        {has('passkey') && (
          <Button size="small" isBusy={unlocking.isPending} onClick={() => unlocking.mutate()}>
            Use a passkey
          </Button>
        )}
        {way !== 'recovery-code' && data.recoveryCodesLeft > 0 && (
          <Button size="small" onClick={() => setWay('recovery-code')}>
            Use a recovery code
          </Button>
        )}
      </p>
      <ErrorDialog title="The passkey could not be used" error={unlocking.error} onClose={unlocking.reset} />
    </>
  );
  if (way === 'password') return <ConfirmByPassword {...props} otherWays={otherWays} />;
  // Another kind of code is another form.
  return <ConfirmByCode key={way} method={way} {...props} otherWays={otherWays} />;
}
