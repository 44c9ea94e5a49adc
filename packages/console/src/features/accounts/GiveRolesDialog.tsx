import { listChildren } from '@atrium/contract/accounts/children';
import { GiveRoles, giveRoles, listPeople, type Person } from '@atrium/contract/accounts/people';
import { useQuery } from '@tanstack/react-query';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { rolesQuery } from './account.queries.ts';
import { RoleChoice } from './RoleChoice.tsx';

interface GiveRolesDialogProps {
  person: Person;
  onClose: () => void;
}

export function GiveRolesDialog({ person, onClose }: GiveRolesDialogProps) {
  const roles = useQuery(rolesQuery());
  const form = useEndpointForm(giveRoles, {
    schema: GiveRoles,
    params: { id: person.userId },
    defaults: { roles: person.roles },
    invalidates: [listPeople, listChildren],
    onSaved: () => showToast(`The roles of ${person.username} were changed.`),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Roles of ${person.username}`}
      description="Roles take effect at once."
      size="small"
      onClose={onClose}
    >
      <QueryPanel query={roles} skeleton={<Skeleton lines={4} label="Loading roles" />}>
        {(known) => <RoleChoice roles={known} field={form.field('roles')} />}
      </QueryPanel>
    </FormDialog>
  );
}
