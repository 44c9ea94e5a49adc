import type { Person } from '@atrium/contract/accounts/people';
import type { Role } from '@atrium/contract/accounts/roles';
import { PERMISSION_MEANINGS, PERMISSIONS } from '@atrium/contract/permissions';
import { Dialog } from '../../ui/Dialog.tsx';
import { reasonFor } from './rights.ts';

interface PersonRightsDialogProps {
  person: Person;
  roles: readonly Role[];
  onClose: () => void;
}

/** Each permission, and the role that gives it. */
export function PersonRightsDialog({ person, roles, onClose }: PersonRightsDialogProps) {
  return (
    <Dialog isOpen title={`What ${person.username} may do, and why`} onClose={onClose}>
      {/* With the focus the keyboard can scroll the dialog to it. */}
      <div tabIndex={0} role="region" aria-label="Permissions">
        <dl className="grid gap-3">
          {PERMISSIONS.map((permission) => (
            <div key={permission} className="border-b border-line pb-2">
              <dt>
                <span className="font-medium">{permission}</span>{' '}
                <span className="text-sm text-ink-soft">{PERMISSION_MEANINGS[permission]}</span>
              </dt>
              <dd className="text-sm">{reasonFor(person, permission, roles)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
