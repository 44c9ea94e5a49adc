import { Email, GivenPassword } from '@atrium/contract/accounts/fields';
import { changeEmail } from '@atrium/contract/accounts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call } from '../../api/call.ts';
import { session, useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { flagFields } from './flag-fields.ts';

const EmailChange = z.object({ email: Email, password: GivenPassword });
const empty = { email: '', password: '' };

/** The address is changed once the link sent to the new one is opened. */
export function EmailForm() {
  const { user } = useAuth();
  const form = useForm({ resolver: zodResolver(EmailChange), defaultValues: empty });
  const { errors } = form.formState;
  const change = useChange({
    mutationFn: (body: z.output<typeof EmailChange>) => call(changeEmail, { body }),
    onSuccess: (changed, { email }) => {
      session().userChanged(changed);
      form.reset(empty);
      showToast(`Please open the link in the mail to ${email}.`);
    },
    onError: (error) => flagFields(form.setError, error, empty),
  });
  const submit = form.handleSubmit((values) => change.mutate(values));
  return (
    <Card title="E-mail">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <p>
          Your address is <strong className="break-words">{user?.email}</strong>.
        </p>
        {user?.pendingEmail && (
          <Alert>
            <strong className="break-words">{user.pendingEmail}</strong> waits for its confirmation; until
            then the address above counts.
          </Alert>
        )}
        <TextField
          label="New e-mail"
          type="email"
          autoComplete="email"
          required
          error={errors.email?.message}
          {...form.register('email')}
        />
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" isBusy={change.isPending} className="self-start">
          Change e-mail
        </Button>
      </form>
      <ErrorDialog title="The e-mail was not changed" error={change.error} onClose={change.reset} />
    </Card>
  );
}
