import { listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { useAuth } from '../../api/session.ts';
import { usePage } from '../../layout/use-pages.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useStandingError } from '../../ui/use-standing-error.ts';
import { MailText } from './MailText.tsx';

const PAGE_SIZE = 10;

/** Mails that were kept instead of sent, newest first, for as long as no mail server is set. */
export function MailboxPage() {
  // Behind a proxy only an administrator may read them: nothing is asked before it is known who is there.
  const { isReady } = useAuth();
  const query = useQuery({
    ...endpointQuery(listDevelopmentMails, {}),
    enabled: isReady,
    refetchInterval: 5000,
  });
  const { data, refetch } = query;
  const error = useStandingError(query);
  const mails = data ?? [];
  const totalPages = Math.ceil(mails.length / PAGE_SIZE);
  const { page: wanted, goTo } = usePage();
  const page = Math.max(Math.min(wanted, totalPages - 1), 0);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4">
      <PageHeader
        title="Development mailbox"
        description="No mail server is set: mails are kept here instead of being sent."
      />
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data?.length === 0 && <EmptyState />}
      {mails.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).map((mail) => (
        <Mail key={`${mail.at} ${mail.to} ${mail.subject}`} mail={mail} />
      ))}
      {mails.length > PAGE_SIZE && (
        <Pagination
          label="Pages of mails"
          page={page}
          totalPages={totalPages}
          onChange={goTo}
          text={`A total of ${mails.length} mails`}
        />
      )}
    </div>
  );
}

function Mail({ mail }: { mail: { to: string; subject: string; text: string; html: string; at: string } }) {
  const [part, setPart] = useState<'text' | 'html'>('text');
  return (
    <Card title={`${mail.subject} (${mail.to}, ${formatDateTime(mail.at)})`}>
      <p className="mb-2 text-sm text-ink-soft">
        To {mail.to}, {formatDateTime(mail.at)}
      </p>
      <Tabs
        label={`Parts of ${mail.subject}`}
        value={part}
        onChange={setPart}
        items={[
          { value: 'text', label: 'Text', content: <MailText text={mail.text} /> },
          {
            value: 'html',
            label: 'HTML',
            content: (
              // Nothing in a mail may run or reach the console: an empty sandbox.
              <iframe
                title={`HTML of ${mail.subject}`}
                sandbox=""
                srcDoc={mail.html}
                className="h-96 w-full rounded-control border border-line bg-white"
              />
            ),
          },
        ]}
      />
    </Card>
  );
}
