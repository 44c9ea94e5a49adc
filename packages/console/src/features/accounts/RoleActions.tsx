import { listPeople } from '@atrium/contract/accounts/people';
import { deleteRole, listRoles, type Role, updateRole } from '@atrium/contract/accounts/roles';
import { Pencil } from 'lucide-react';
import { useRefusal } from '../../api/use-refusal.ts';
import { useRemove } from '../../api/use-remove.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

export function RoleActions({ role: { name, label }, onEdit }: { role: Role; onEdit: () => void }) {
  const removal = useRemove(deleteRole, {
    question: `Are you sure you want to delete the role ${label}? Whoever has it can no longer do what only this role gives.`,
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
