import { fullName } from '@atrium/contract/accounts/full-name';
import { useAuth } from '../../api/session.ts';
import { logOut } from '../../layout/log-out.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { X } from '../../ui/message-icons.ts';
import { noteSignedInByLink, useSignedInByLink } from './signed-in-by-link.ts';

/**
 * Shows the account that a link signed in: the link may be an attempt to make the user work in another person's
 * account.
 */
export function SignedInByLink() {
  const userId = useSignedInByLink();
  const { user } = useAuth();
  if (!user || user.userId !== userId) return null;
  const leave = () => {
    noteSignedInByLink(undefined);
    logOut();
  };
  return (
    <section
      aria-label="Signed in by a link"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-raised px-4 py-2 text-ink"
    >
      <p className="min-w-0 flex-1 break-words">
        Signed in as{' '}
        <strong>
          {fullName(user)} ({user.username})
        </strong>
        . Not you?
      </p>
      <Button size="small" onClick={leave}>
        Not me, sign out
      </Button>
      <IconButton
        label="This is me"
        icon={<X aria-hidden size={18} />}
        onClick={() => noteSignedInByLink(undefined)}
      />
    </section>
  );
}
