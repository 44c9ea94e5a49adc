import type { ReactNode } from 'react';
import { askToLogOut } from '../../layout/log-out.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

interface ConfirmWithoutFormProps {
  /** False for people whose only proof is to sign in again. */
  otherWays: ReactNode;
  onClose: () => void;
}

/** For people who have no password here: what they can confirm with instead. */
export function ConfirmWithoutForm({ otherWays, onClose }: ConfirmWithoutFormProps) {
  return (
    <Dialog
      isOpen
      title="Confirm that it is you"
      description={otherWays ? 'We will not ask again for five minutes.' : undefined}
      size="small"
      onClose={onClose}
      footer={
        otherWays ? undefined : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look="primary"
              onClick={() => {
                onClose();
                askToLogOut();
              }}
            >
              Sign out
            </Button>
          </>
        )
      }
    >
      {otherWays || (
        <p>
          You have no password here. Sign out, here and at your identity provider, then sign in again: for
          five minutes after that, you are not asked.
        </p>
      )}
    </Dialog>
  );
}
