import { Email, GivenPassword } from '@atrium/contract/accounts/fields';
import { changeEmail } from '@atrium/contract/accounts/user';
import { z } from 'zod';
import { session, useAuth } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Card } from '../../ui/Card.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { ResendConfirmation } from './ResendConfirmation.tsx';

const EmailChange = z.object({ email: Email, password: GivenPassword });

/** The address is changed once the link sent to the new one is opened. */
export function EmailForm() {
  const { user } = useAuth();
  const form = useEndpointForm(changeEmail, {
    schema: EmailChange,
    defaults: { email: '', password: '' },
    onSaved: (changed, { email }) => {
      session().userChanged(changed);
      showToast(
        changed.pendingEmail === null
          ? `Your e-mail address is ${changed.email}. No other address is waiting to be confirmed.`
          : `We sent a confirmation link to ${email}. Your current address stays in use until you open it.`,
      );
    },
    clearsWhenSaved: true,
  });
  return (
    <Card title="E-mail">
      <FormPage
        form={form}
        submitLabel="Change e-mail"
        submitProps={{ className: 'self-start' }}
        errorTitle="Your e-mail address could not be changed"
        className="flex flex-col gap-4"
      >
        <p>
          Your current address is <strong className="break-words">{user?.email}</strong>.
        </p>
        {user?.isEmailUnproved && (
          <Alert actions={<ResendConfirmation username={user.username} />}>
            The identity provider of your domain states this address, and you have not confirmed it yet. Until
            you open the link in the verification e-mail, we send no other e-mails there.
          </Alert>
        )}
        {user?.pendingEmail && (
          <Alert>
            <strong className="break-words">{user.pendingEmail}</strong> is not confirmed yet. Until it is, we
            keep using your current address. To cancel the change, enter your current address below.
          </Alert>
        )}
        <TextField label="New e-mail" type="email" autoComplete="email" required {...form.field('email')} />
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      </FormPage>
    </Card>
  );
}
