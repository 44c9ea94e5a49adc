import { Invitation, inviteChild, listChildren } from '@atrium/contract/accounts/children';
import { listPeople } from '@atrium/contract/accounts/people';
import { useQuery } from '@tanstack/react-query';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toast.ts';
import { rolesQuery } from './account.queries.ts';
import { RoleChoice } from './RoleChoice.tsx';

/** Invites a child user by mail, who then chooses the password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const roles = useQuery(rolesQuery());
  const form = useEndpointForm(inviteChild, {
    schema: Invitation,
    defaults: { username: '', email: '', firstName: '', lastName: '', roles: [] },
    invalidates: [listChildren, listPeople],
    onSaved: ({ email }) => showToast(`An invitation was sent to ${email}.`),
    onDone: onClose,
  });
  const field = (name: 'username' | 'email' | 'firstName' | 'lastName') => ({
    required: true,
    autoComplete: 'off',
    ...form.field(name),
  });
  return (
    <FormDialog
      form={form}
      title="Invite a person"
      description="You pay for what they use, and you can run tests as them."
      size="small"
      saveLabel="Send invitation"
      onClose={onClose}
    >
      <TextField label="Username" autoCapitalize="none" {...field('username')} />
      <TextField label="E-mail" type="email" {...field('email')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
      </div>
      <QueryPanel query={roles} skeleton={<Skeleton lines={4} label="Loading roles" />}>
        {(known) => <RoleChoice roles={known} field={form.field('roles')} />}
      </QueryPanel>
    </FormDialog>
  );
}
