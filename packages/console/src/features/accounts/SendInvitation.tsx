import { type ChildUser, resendInvitation } from '@atrium/contract/accounts/children';
import { listPeople } from '@atrium/contract/accounts/people';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readAgain } from '../../api/read-again.ts';
import { useChange } from '../../api/use-change.ts';
import { useRefusal } from '../../api/use-refusal.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { showToast } from '../../ui/toast.ts';

interface SendInvitationProps {
  child: Pick<ChildUser, 'userId' | 'username' | 'email'>;
}

/** Sends an invitation that was not accepted again, with a new link. */
export function SendInvitation({ child: { userId, username, email } }: SendInvitationProps) {
  const client = useQueryClient();
  const refusal = useRefusal(resendInvitation);
  const sending = useChange({
    mutationFn: () => call(resendInvitation, { params: { id: userId } }),
    onSuccess: () => {
      showToast(`The invitation goes to ${email} again.`);
      return readAgain(client, [listPeople]);
    },
  });
  return (
    <>
      <Button
        size="small"
        aria-label={`Send again the invitation to ${username}`}
        isBusy={sending.isPending}
        refusal={refusal}
        onClick={() => sending.mutate()}
      >
        Send again
      </Button>
      <ErrorDialog
        title="The invitation could not be sent"
        error={sending.error}
        onClose={() => sending.reset()}
      />
    </>
  );
}
