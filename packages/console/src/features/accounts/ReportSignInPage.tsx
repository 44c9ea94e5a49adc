import {
  type ReportableSignIn,
  type ReportedSignIn,
  reportSignIn,
} from '@atrium/contract/accounts/sign-in-report';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { reportableSignInQuery } from './account.queries.ts';
import { ReportOutcome } from './ReportOutcome.tsx';
import { VisitorCard } from './VisitorCard.tsx';

/** Opened by the link of a mail. Opening it changes nothing: programs that examine mails open links, too. */
export function ReportSignInPage({ token = '' }: { token?: string | undefined }) {
  const [reported, setReported] = useState<ReportedSignIn>();
  const signIn = useQuery({ ...reportableSignInQuery(token), enabled: reported === undefined });
  return (
    <VisitorCard
      title={reported ? 'The sign-in was ended' : 'Was this not you?'}
      footer={<AppLink href={paths.login()}>Back to login</AppLink>}
    >
      {reported ? (
        <ReportOutcome reported={reported} />
      ) : (
        <QueryPanel query={signIn}>
          {(found) => <Report signIn={found} token={token} onDone={setReported} />}
        </QueryPanel>
      )}
    </VisitorCard>
  );
}

interface ReportProps {
  signIn: ReportableSignIn;
  token: string;
  onDone: (reported: ReportedSignIn) => void;
}

function Report({ signIn: { username, browser, address, signedInOn }, token, onDone }: ReportProps) {
  const report = useChange({
    mutationFn: () => call(reportSignIn, { body: { token } }),
    onSuccess: onDone,
  });
  return (
    <>
      <p>
        Someone signed in to the account <strong className="break-words">{username}</strong>:
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <dt className="text-ink-soft">Browser</dt>
        <dd className="min-w-0 break-words">{browser}</dd>
        <dt className="text-ink-soft">Address</dt>
        <dd className="min-w-0 break-words">{address}</dd>
        <dt className="text-ink-soft">Time</dt>
        <dd>{formatDateTime(signedInOn)}</dd>
      </dl>
      <p className="mt-4">If this was not you, secure your account. This</p>
      <ul className="mt-2 mb-5 grid list-disc gap-1 pl-5">
        <li>signs out that device, and everything that was opened with it</li>
        <li>removes second factors and API keys that were added since</li>
        <li>
          removes identity providers and invitations that the account added to its domain since, and takes the
          roles of people who joined with them
        </li>
        <li>makes your password unusable until you choose a new one by e-mail</li>
      </ul>
      <Button
        variant="danger"
        isBusy={report.isPending}
        className="w-full"
        onClick={() => report.mutate(undefined)}
      >
        This was not me, secure my account
      </Button>
      <p className="mt-4 text-sm text-ink-soft">If this was you, close this page. Nothing changes.</p>
      <ErrorDialog
        title="The sign-in could not be ended"
        error={report.error}
        onClose={() => report.reset()}
      />
    </>
  );
}
