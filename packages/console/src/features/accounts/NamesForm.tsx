import { FirstName, LastName } from '@atrium/contract/accounts/fields';
import { updateUser } from '@atrium/contract/accounts/user';
import { z } from 'zod';
import { session, useAuth } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { Card } from '../../ui/Card.tsx';
import { FormPage } from '../../ui/FormPage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';

const Names = z.object({ firstName: FirstName, lastName: LastName });

export function NamesForm() {
  const { user } = useAuth();
  const form = useEndpointForm(updateUser, {
    schema: Names,
    current: { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '' },
    onSaved: (changed) => {
      session().userChanged(changed);
      showToast('Your name was saved.');
    },
  });
  return (
    <Card title="Names">
      <FormPage
        form={form}
        submitLabel="Save name"
        submitProps={{ className: 'self-start' }}
        errorTitle="Your name could not be saved"
        className="flex flex-col gap-4"
      >
        <TextField
          label="Username"
          value={user?.username ?? ''}
          readOnly
          hint="Your username cannot be changed."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" autoComplete="given-name" required {...form.field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" required {...form.field('lastName')} />
        </div>
      </FormPage>
    </Card>
  );
}
