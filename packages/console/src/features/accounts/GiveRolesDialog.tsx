import { listChildren } from '@atrium/contract/accounts/children';
import { GiveRoles, giveRoles, listPeople, type Person } from '@atrium/contract/accounts/people';
import type { Role } from '@atrium/contract/accounts/roles';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { RoleChoice } from './RoleChoice.tsx';

interface GiveRolesDialogProps {
  person: Person;
  roles: readonly Role[];
  onClose: () => void;
}

export function GiveRolesDialog({ person, roles, onClose }: GiveRolesDialogProps) {
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
      description="They take effect at once."
      size="small"
      onClose={onClose}
    >
      <RoleChoice roles={roles} field={form.field('roles')} />
    </FormDialog>
  );
}
