import { resendConfirmation } from '@atrium/contract/accounts/registration';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';

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

  if (state === 'sent') return <p role="status">The mail was sent again. Please check your e-mail.</p>;
  return (
    <>
      <Button isBusy={state === 'busy'} onClick={resend}>
        Send the verification mail again
      </Button>
      {error !== null && <ErrorAlert error={error} />}
    </>
  );
}
