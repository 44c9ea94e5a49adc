import { getMailboxAccess } from '@atrium/contract/accounts/dev-mailbox';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';

/** Location of an e-mail that was just sent: a link to the development mailbox, otherwise `children`. */
export function MailPlace({ children }: { children: ReactNode }) {
  // Without permission, or if the check fails, the default text is shown.
  const { data } = useQuery({ ...endpointQuery(getMailboxAccess, {}), retry: false });
  if (!data?.isOpen) return <p className="mt-4 text-ink-soft">{children}</p>;
  return (
    <Alert
      className="mt-4"
      title="Development: the e-mail is in the mailbox"
      actions={
        <AppLink href={paths.mailbox()} className={buttonClass('primary')}>
          Open the mailbox
        </AppLink>
      }
    >
      This installation has no mail server, so it keeps e-mails instead of sending them.
    </Alert>
  );
}
