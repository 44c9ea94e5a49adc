import { GivenPassword } from '@atrium/contract/accounts/fields';
import { PasswordResetForm } from '@atrium/contract/accounts/password';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { changePassword } from '@atrium/contract/accounts/user';
import { z } from 'zod';
import { useAuth } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { Card } from '../../ui/Card.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { HiddenUsername } from './HiddenUsername.tsx';

const PasswordChange = z.intersection(z.object({ currentPassword: GivenPassword }), PasswordResetForm);

export function PasswordForm() {
  const { user } = useAuth();
  const form = useEndpointForm(changePassword, {
    schema: PasswordChange,
    defaults: { currentPassword: '', password: '', confirm: '' },
    toBody: ({ currentPassword, password }) => ({ currentPassword, password }),
    invalidates: [listSessions],
    onSaved: () => showToast('Password changed. You have been signed out everywhere else.'),
    clearsWhenSaved: true,
  });
  return (
    <Card title="Password">
      <FormPage
        form={form}
        submitLabel="Change password"
        submitProps={{ className: 'self-start' }}
        errorTitle="Your password could not be changed"
        className="flex flex-col gap-4"
      >
        <HiddenUsername username={user?.username ?? ''} />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('currentPassword')}
        />
        <TextField
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          {...form.field('password')}
        />
        <TextField
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
          required
          {...form.field('confirm')}
        />
      </FormPage>
    </Card>
  );
}
