import { FirstName, LastName } from '@atrium/contract/accounts/fields';
import type { UserPatch } from '@atrium/contract/accounts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { session, toApiError, useAuth } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorDialog } from '../../ui/ErrorDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';

const Names = z.object({ firstName: FirstName, lastName: LastName });

export function NamesForm() {
  const { user } = useAuth();
  const form = useForm({
    resolver: zodResolver(Names),
    defaultValues: { firstName: user?.firstName ?? '', lastName: user?.lastName ?? '' },
  });
  const { errors } = form.formState;
  const saving = useChange({
    mutationFn: (patch: UserPatch) => session().updateUser(patch),
    onSuccess: () => showToast('Your names were saved.'),
  });
  const submit = form.handleSubmit((names) => saving.mutate(names));
  return (
    <Card title="Names">
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label="Username"
          value={user?.username ?? ''}
          readOnly
          hint="A username cannot be changed."
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="First name"
            autoComplete="given-name"
            required
            error={errors.firstName?.message}
            {...form.register('firstName')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            required
            error={errors.lastName?.message}
            {...form.register('lastName')}
          />
        </div>
        <Button type="submit" isBusy={saving.isPending} className="self-start">
          Save names
        </Button>
      </form>
      <ErrorDialog
        title="The names were not saved"
        error={saving.error && toApiError(saving.error)}
        onClose={saving.reset}
      />
    </Card>
  );
}
