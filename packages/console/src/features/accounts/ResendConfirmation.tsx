import { resendConfirmation } from '@atrium/contract/accounts/registration';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';

/** Offers to send the confirmation mail again. */
export function ResendConfirmation({ username }: { username: string }) {
  const [state, setState] = useState<'offered' | 'busy' | 'sent'>('offered');
  const [error, setError] = useState<unknown>(null);

  function resend() {
    setState('busy');
    setError(null);
    call(resendConfirmation, { body: { username } }).then(
      () => setState('sent'),
      (thrown: unknown) => {
        setState('offered');
        setError(thrown);
      },
    );
  }

  if (state === 'sent')
    return <p role="status">We sent the verification e-mail again. Please check your inbox.</p>;
  return (
    <>
      <Button isBusy={state === 'busy'} onClick={resend}>
        Resend verification e-mail
      </Button>
      <ErrorDialog error={error} onClose={() => setError(null)} />
    </>
  );
}
