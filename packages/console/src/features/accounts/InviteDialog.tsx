import { Invitation, inviteChild } from '@atrium/contract/accounts/children';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../api/call.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { childrenKey, rolesQuery } from './account.queries.ts';
import { flagFields } from './flag-fields.ts';

const empty: z.input<typeof Invitation> = { username: '', email: '', firstName: '', lastName: '', roles: [] };

/** Invites a child user by mail; the person chooses the password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const queryClient = useQueryClient();
  const roles = useQuery(rolesQuery());
  const form = useForm({ resolver: zodResolver(Invitation), defaultValues: empty });
  const { errors } = form.formState;
  const invitation = useChange({
    mutationFn: (body: z.output<typeof Invitation>) => call(inviteChild, { body }),
    onSuccess: async ({ email }) => {
      showToast(`An invitation was sent to ${email}.`);
      await queryClient.invalidateQueries({ queryKey: childrenKey });
      onClose();
    },
    onError: (error) => flagFields(form.setError, error, empty),
  });
  const submit = form.handleSubmit((values) => invitation.mutate(values));
  const field = (name: 'username' | 'email' | 'firstName' | 'lastName') => ({
    required: true,
    autoComplete: 'off',
    error: errors[name]?.message,
    ...form.register(name),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Invite a child user"
      description="Its usage is billed to you, and tests can run as it."
      size="small"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" isBusy={invitation.isPending}>
            Send invitation
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {invitation.error && <ErrorAlert error={invitation.error} />}
        <TextField label="Username" autoCapitalize="none" {...field('username')} />
        <TextField label="E-mail" type="email" {...field('email')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="First name" {...field('firstName')} />
          <TextField label="Last name" {...field('lastName')} />
        </div>
        {roles.data && roles.data.length > 0 && (
          <fieldset>
            <legend className="mb-1 text-sm font-medium">Roles</legend>
            {roles.data.map(({ name, description }) => (
              <Checkbox
                key={name}
                value={name}
                label={
                  <>
                    {name} <span className="text-sm text-ink-soft">{description}</span>
                  </>
                }
                {...form.register('roles')}
              />
            ))}
          </fieldset>
        )}
      </form>
    </Dialog>
  );
}
