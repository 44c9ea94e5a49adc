import { listPeople } from '@atrium/contract/accounts/people';
import { createRole, listRoles, type Role, SaveRole, updateRole } from '@atrium/contract/accounts/roles';
import {
  nameOfPermission,
  PERMISSION_MEANINGS,
  PERMISSIONS,
  type Permission,
} from '@atrium/contract/permissions';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import { useEndpointForm } from '../../api/use-endpoint-form.ts';
import { CheckboxGroup } from '../../ui/CheckboxGroup.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextField } from '../../ui/TextField.tsx';

interface RoleDialogProps {
  /** Role to edit; creates one if omitted. */
  role?: Role;
  onClose: () => void;
}

const invalidates = [listRoles, listPeople];

/** Users grant only permissions that they hold: all others can't be selected. */
export function RoleDialog({ role, onClose }: RoleDialogProps) {
  const auth = useAuth();
  const options = {
    schema: SaveRole,
    defaults: {
      label: role?.label ?? '',
      description: role?.description ?? '',
      permissions: (role?.permissions ?? []) as Permission[],
    },
    invalidates,
    onDone: onClose,
  };
  const creation = useEndpointForm(createRole, options);
  const change = useEndpointForm(updateRole, { ...options, params: { name: role?.name ?? '' } });
  const form = role === undefined ? creation : change;
  return (
    <FormDialog
      form={form}
      title={role === undefined ? 'New role' : 'Edit role'}
      description="A change takes effect at once for everyone who has the role."
      onClose={onClose}
    >
      <TextField label="Name" required autoComplete="off" {...form.field('label')} />
      <TextField label="Description" autoComplete="off" {...form.field('description')} />
      <CheckboxGroup
        legend="Permissions"
        // Permissions of the role are sent only if the user holds them. A user who lacks one of them can't change the
        // role.
        options={PERMISSIONS.map((permission) => ({
          value: permission,
          label: nameOfPermission(permission),
          hint: `${PERMISSION_MEANINGS[permission]}${mayDo(auth, permission) ? '' : ' You cannot give it, because you do not have it.'}`,
          isDisabled: !mayDo(auth, permission),
        }))}
        {...form.field('permissions')}
      />
    </FormDialog>
  );
}
