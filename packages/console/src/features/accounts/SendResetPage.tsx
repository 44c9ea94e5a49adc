import { ForgottenPassword, forgotPassword } from '@atrium/contract/accounts/password';
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
import { VisitorCard } from './VisitorCard.tsx';

export function SendResetPage() {
  const router = useRouter();
  const form = useForm({ resolver: zodResolver(ForgottenPassword), defaultValues: { email: '' } });
  const sending = useChange({
    mutationFn: (body: ForgottenPassword) => call(forgotPassword, { body }),
    onSuccess: (_, { email }) => router.navigate({ href: paths.resetPrompt(email) }),
  });
  const submit = form.handleSubmit((body) => sending.mutate(body));
  return (
    <VisitorCard title="Forgot password" footer={<AppLink href={paths.login()}>Back to login</AppLink>}>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label="E-mail"
          type="email"
          autoComplete="email"
          required
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
        <Button type="submit" look="primary" isBusy={sending.isPending}>
          Send Reset Password Link
        </Button>
      </form>
      <ErrorDialog title="The link could not be sent" error={sending.error} onClose={sending.reset} />
    </VisitorCard>
  );
}
