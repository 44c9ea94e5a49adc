import { PasswordResetForm, resetPassword } from '@atrium/contract/accounts/password';
import { useRouter } from '@tanstack/react-router';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { PasswordPairFields } from './PasswordPairFields.tsx';
import { VisitorCard } from './VisitorCard.tsx';

export function ResetPage({ token = '' }: { token?: string | undefined }) {
  const router = useRouter();
  const form = useEndpointForm(resetPassword, {
    schema: PasswordResetForm,
    defaults: { password: '', confirm: '' },
    toBody: ({ password }) => ({ token, password }),
    onDone: () => router.navigate({ href: paths.resetSuccess(), replace: true }),
  });
  return (
    <VisitorCard title="Choose a new password" footer={<AppLink href={paths.login()}>Back to login</AppLink>}>
      <FormPage
        form={form}
        submitLabel="Reset password"
        submitProps={{ look: 'primary' }}
        errorTitle="Your password could not be reset"
        className="flex flex-col gap-4"
      >
        <PasswordPairFields password={form.field('password')} confirm={form.field('confirm')} />
      </FormPage>
    </VisitorCard>
  );
}
