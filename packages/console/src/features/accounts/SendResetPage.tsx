import { ForgottenPassword, forgotPassword } from '@atrium/contract/accounts/password';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { answerResetLink } from './opened-reset-link.ts';
import { VisitorCard } from './VisitorCard.tsx';

export function SendResetPage() {
  useEffect(answerResetLink, []);
  const router = useRouter();
  const form = useEndpointForm(forgotPassword, {
    schema: ForgottenPassword,
    defaults: { email: '' },
    onDone: (_, { email }) => router.navigate({ href: paths.resetPrompt(email) }),
  });
  return (
    <VisitorCard title="Forgot password" footer={<AppLink href={paths.login()}>Back to login</AppLink>}>
      <FormPage
        form={form}
        submitLabel="Send Reset Password Link"
        submitProps={{ variant: 'primary' }}
        errorTitle="The reset link could not be sent"
        className="flex flex-col gap-4"
      >
        <TextField label="E-mail" type="email" autoComplete="email" required {...form.field('email')} />
      </FormPage>
    </VisitorCard>
  );
}
