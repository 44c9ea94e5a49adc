import { listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useAuth } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EntityList } from '../../ui/EntityList.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Mail } from './Mail.tsx';

const PAGE_SIZE = 10;

/** Mails that were kept instead of sent, newest first, for as long as no mail server is set. */
export function MailboxPage() {
  // Behind a proxy only an administrator may read mails, so wait for the sign-in state before the first request.
  const { isReady } = useAuth();
  const mails = useQuery({
    ...endpointQuery(listDevelopmentMails, {}),
    enabled: isReady,
    refetchInterval: 5000,
  });
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4">
      <PageHeader
        title="Development mailbox"
        description="No mail server is configured (SMTP_URL), so e-mails are shown here instead of being sent."
      />
      <EntityList
        label="e-mails"
        query={mails}
        pageSize={PAGE_SIZE}
        pagingText={({ total }) => total > PAGE_SIZE && `${total} e-mails`}
        empty={{
          hint: 'The first e-mail is sent when someone registers.',
          action: (
            <AppLink href={paths.register()} className={buttonClass()}>
              Register
            </AppLink>
          ),
        }}
      >
        {(rows) => (
          <div className="flex flex-col gap-4">
            {rows.map((mail) => (
              <Mail key={`${mail.at} ${mail.to} ${mail.subject}`} mail={mail} />
            ))}
          </div>
        )}
      </EntityList>
    </div>
  );
}
