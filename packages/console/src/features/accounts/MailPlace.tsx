import { getMailboxAccess } from '@atrium/contract/accounts/dev-mailbox';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';

/** Where an e-mail is that was just sent: in the development mailbox, or where its children say. */
export function MailPlace({ children }: { children: ReactNode }) {
  // Whoever may not open it, or cannot ask, is told what everyone is told.
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
