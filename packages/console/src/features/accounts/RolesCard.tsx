import { createRole, type Role } from '@atrium/contract/accounts/roles';
import { namesOfPermissions } from '@atrium/contract/permissions';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRefusal } from '../../api/use-refusal.ts';
import { Help } from '../../layout/Help.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EntityTable } from '../../ui/EntityTable.tsx';
import type { TableColumn } from '../../ui/table-column.ts';
import { RoleActions } from './RoleActions.tsx';

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
        empty={{ hint: 'Roles say what the people who have them may do.', action: null }}
      />
    </Card>
  );
}
