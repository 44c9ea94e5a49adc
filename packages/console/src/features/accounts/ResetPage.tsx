import { PasswordResetForm, resetPassword } from '@atrium/contract/accounts/password';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../ui/AppLink.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { flagFields } from './flag-fields.ts';
import { VisitorCard } from './VisitorCard.tsx';

const empty = { password: '', confirm: '' };

export function ResetPage({ token = '' }: { token?: string | undefined }) {
  const router = useRouter();
  const form = useForm({ resolver: zodResolver(PasswordResetForm), defaultValues: empty });
  const { errors } = form.formState;
  const reset = useChange({
    mutationFn: (password: string) => call(resetPassword, { body: { token, password } }),
    onSuccess: () => router.navigate({ href: paths.resetSuccess(), replace: true }),
    onError: (error) => flagFields(form.setError, error, empty),
  });
  const submit = form.handleSubmit(({ password }) => reset.mutate(password));
  return (
    <VisitorCard title="Choose a new password" footer={<AppLink href={paths.login()}>Back to login</AppLink>}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <TextField
          label="Confirm password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
        <Button type="submit" look="primary" isBusy={reset.isPending}>
          Reset password
        </Button>
      </form>
      <ErrorDialog title="The password was not reset" error={reset.error} onClose={reset.reset} />
    </VisitorCard>
  );
}
