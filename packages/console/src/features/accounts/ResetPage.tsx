import {
  type checkPasswordReset,
  PasswordResetForm,
  resetPassword,
} from '@atrium/contract/accounts/password';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/Alert.tsx';
import { AppLink } from '../../ui/AppLink.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { showToast } from '../../ui/toast.ts';
import { passwordResetQuery } from './account.queries.ts';
import { HiddenUsername } from './HiddenUsername.tsx';
import { rememberLoginName } from './login-name.ts';
import { answerResetLink } from './opened-reset-link.ts';
import { PasswordPairFields } from './PasswordPairFields.tsx';
import { VisitorCard } from './VisitorCard.tsx';

/** Rejects an expired link before the user chooses a password. */
export function ResetPage({ token = '' }: { token?: string | undefined }) {
  useEffect(answerResetLink, []);
  const check = useQuery({ ...passwordResetQuery(token), enabled: token !== '' });
  return (
    <VisitorCard
      title={check.data?.invitation ? 'Accept the invitation' : 'Choose a new password'}
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
        <QueryPanel query={check}>{(about) => <ResetForm token={token} {...about} />}</QueryPanel>
      )}
    </VisitorCard>
  );
}

function ResetForm({
  token,
  username,
  invitation,
}: { token: string } & EndpointResponse<typeof checkPasswordReset>) {
  const router = useRouter();
  const form = useEndpointForm(resetPassword, {
    schema: PasswordResetForm,
    defaults: { password: '', confirm: '' },
    toBody: ({ password }) => ({ token, password }),
    onSaved: () => rememberLoginName(username),
    onDone: () => {
      if (invitation) showToast('Your account is ready. Sign in with the password that you chose.');
      const href = invitation ? paths.login() : paths.resetSuccess();
      return router.navigate({ href, replace: true });
    },
  });
  return (
    <FormPage
      form={form}
      submitLabel={invitation ? 'Accept invitation' : 'Reset password'}
      submitProps={{ variant: 'primary' }}
      errorTitle={invitation ? 'The invitation could not be accepted' : 'Your password could not be reset'}
      className="flex flex-col gap-4"
    >
      {invitation && (
        <p className="break-words">
          <strong>{invitation.inviter}</strong> invites you to the domain <strong>{invitation.domain}</strong>
          . Your username is <strong>{username}</strong>. Choose a password for it.
        </p>
      )}
      <HiddenUsername username={username} />
      <PasswordPairFields password={form.field('password')} confirm={form.field('confirm')} />
    </FormPage>
  );
}
