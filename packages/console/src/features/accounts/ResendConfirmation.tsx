import { resendConfirmation } from '@atrium/contract/accounts/registration';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';

/** Offers to send the confirmation mail again. */
export function ResendConfirmation({ username }: { username: string }) {
  const resend = useMutation({ mutationFn: () => call(resendConfirmation, { body: { username } }) });
  if (resend.isSuccess) return <p role="status">The mail was sent again. Please check your e-mail.</p>;
  return (
    <>
      <Button isBusy={resend.isPending} onClick={() => resend.mutate()}>
        Send the verification mail again
      </Button>
      {resend.isError && <ErrorAlert error={resend.error} />}
    </>
  );
}
