import { listPeople } from '@atrium/contract/accounts/people';
import { createRole, deleteRole, listRoles, type Role, updateRole } from '@atrium/contract/accounts/roles';
import { namesOfPermissions } from '@atrium/contract/permissions';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { Help } from '../../layout/Help.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Pencil } from '../../ui/icons.ts';
import type { TableColumn } from '../../ui/table-column.ts';

interface RolesCardProps {
  roles: UseQueryResult<Role[]>;
  /** The role to change; none for a new one. */
  onEdit: (role?: Role) => void;
}

export function RolesCard({ roles, onEdit }: RolesCardProps) {
  const refusal = useRefusal(createRole);
  const columns: TableColumn<Role>[] = [
    {
      id: 'label',
      header: 'Name',
      isRowHeader: true,
      cell: ({ label, name }) => (
        <>
          {label}
          <span className="block text-xs font-normal text-ink-soft">{name}</span>
        </>
      ),
    },
    { id: 'description', header: 'Description', isLong: true, cell: ({ description }) => description },
    {
      id: 'permissions',
      header: 'Permissions',
      isLong: true,
      cell: ({ permissions }) => namesOfPermissions(permissions),
    },
    {
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (role) => !role.isBuiltIn && <RoleActions role={role} onEdit={() => onEdit(role)} />,
    },
  ];
  return (
    <Card
      title="Roles"
      description={<Help topic="roles" />}
      isFlush
      actions={
        <Button size="small" refusal={refusal} onClick={() => onEdit()}>
          New role
        </Button>
      }
    >
      <EntityTable
        caption="Roles"
        name="roles"
        query={roles}
        columns={columns}
        rowKey={({ name }) => name}
        empty={{ hint: 'Roles define what people can do.', action: null }}
      />
    </Card>
  );
}

function RoleActions({ role: { name, label }, onEdit }: { role: Role; onEdit: () => void }) {
  const removal = useRemove(deleteRole, {
    question: `Are you sure you want to delete the role ${label}? People with this role lose the permissions that only it gives.`,
    request: { params: { name } },
    invalidates: [listRoles, listPeople],
  });
  const editRefusal = useRefusal(updateRole);
  const deleteRefusal = useRefusal(deleteRole);
  return (
    <span className="flex justify-end">
      <IconButton
        label={`Edit role ${label}`}
        icon={<Pencil aria-hidden size={18} />}
        refusal={editRefusal}
        onClick={onEdit}
      />
      <DeleteAction name={`role ${label}`} removal={removal} refusal={deleteRefusal} />
    </span>
  );
}
