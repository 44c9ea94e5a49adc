import { GivenPassword } from '@atrium/contract/accounts/fields';
import { PasswordResetForm } from '@atrium/contract/accounts/password';
import { changePassword } from '@atrium/contract/accounts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { sessionsKey } from './account.queries.ts';
import { flagFields } from './flag-fields.ts';

const PasswordChange = z.intersection(z.object({ currentPassword: GivenPassword }), PasswordResetForm);
const empty = { currentPassword: '', password: '', confirm: '' };

export function PasswordForm() {
  const queryClient = useQueryClient();
  const form = useForm({ resolver: zodResolver(PasswordChange), defaultValues: empty });
  const { errors } = form.formState;
  const change = useChange({
    mutationFn: (body: { currentPassword: string; password: string }) => call(changePassword, { body }),
    onSuccess: () => {
      form.reset(empty);
      showToast('Your password was changed. All other sessions were ended.');
      return queryClient.invalidateQueries({ queryKey: sessionsKey });
    },
    onError: (error) => flagFields(form.setError, error, empty),
  });
  const submit = form.handleSubmit(({ currentPassword, password }) =>
    change.mutate({ currentPassword, password }),
  );
  return (
    <Card title="Password">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <TextField
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
          required
          error={errors.confirm?.message}
          {...form.register('confirm')}
        />
        <Button type="submit" isBusy={change.isPending} className="self-start">
          Change password
        </Button>
      </form>
      <ErrorDialog title="The password was not changed" error={change.error} onClose={change.reset} />
    </Card>
  );
}
