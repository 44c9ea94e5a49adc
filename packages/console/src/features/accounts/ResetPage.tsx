import { PasswordResetForm, resetPassword } from '@atrium/contract/accounts/password';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { passwordResetQuery } from './account.queries.ts';
import { answerResetLink } from './opened-reset-link.ts';
import { PasswordPairFields } from './PasswordPairFields.tsx';
import { VisitorCard } from './VisitorCard.tsx';

/** A link that no longer works says so before anyone chooses a password for it. */
export function ResetPage({ token = '' }: { token?: string | undefined }) {
  useEffect(answerResetLink, []);
  const check = useQuery({ ...passwordResetQuery(token), enabled: token !== '' });
  return (
    <VisitorCard
      title="Choose a new password"
      footer={
        <>
          {(token === '' || check.isError) && (
            <AppLink href={paths.sendReset()}>Request another link</AppLink>
          )}
          <AppLink href={paths.login()}>Back to login</AppLink>
        </>
      }
    >
      {token === '' ? (
        <Alert kind="error" title="The link is incomplete.">
          Open the link in the e-mail again, or request another one.
        </Alert>
      ) : (
        <QueryPanel query={check}>{() => <ResetForm token={token} />}</QueryPanel>
      )}
    </VisitorCard>
  );
}

function ResetForm({ token }: { token: string }) {
  const router = useRouter();
  const form = useEndpointForm(resetPassword, {
    schema: PasswordResetForm,
    defaults: { password: '', confirm: '' },
    toBody: ({ password }) => ({ token, password }),
    onDone: () => router.navigate({ href: paths.resetSuccess(), replace: true }),
  });
  return (
    <FormPage
      form={form}
      submitLabel="Reset password"
      submitProps={{ look: 'primary' }}
      errorTitle="Your password could not be reset"
      className="flex flex-col gap-4"
    >
      <PasswordPairFields password={form.field('password')} confirm={form.field('confirm')} />
    </FormPage>
  );
}
