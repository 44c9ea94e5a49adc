import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { confirmationQuery } from './confirmation.queries.ts';
import { rememberLoginName } from './login-name.ts';
import { useRedirectLater } from './use-redirect-later.ts';
import { VisitorCard } from './VisitorCard.tsx';

const REDIRECT_MS = 3000;

export function ConfirmPage({ token = '' }: { token?: string | undefined }) {
  const confirmation = useQuery(confirmationQuery(token));
  const email = confirmation.data?.email;
  useEffect(() => {
    if (email !== undefined) rememberLoginName(email);
  }, [email]);
  useRedirectLater(paths.login(), REDIRECT_MS, confirmation.isSuccess);
  return (
    <VisitorCard title="E-mail verification" footer={<AppLink href={paths.login()}>Back to login</AppLink>}>
      {confirmation.isPending && <Spinner label="Verifying …" isLabelShown />}
      {confirmation.isSuccess && (
        <Alert kind="success">
          {confirmation.data.isRepeated
            ? 'This e-mail address is already confirmed. You can sign in.'
            : 'E-mail verification successful!'}
        </Alert>
      )}
      {confirmation.isError && <ErrorAlert title="E-mail verification failed!" error={confirmation.error} />}
    </VisitorCard>
  );
}
