import type { Person } from '@atrium/contract/accounts/people';
import { nameOfPermission, PERMISSION_MEANINGS, PERMISSIONS } from '@atrium/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/Dialog.tsx';
import { QueryPanel } from '../../ui/QueryPanel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { rolesQuery } from './account.queries.ts';
import { reasonFor } from './rights.ts';

interface PersonRightsDialogProps {
  person: Person;
  onClose: () => void;
}

/** Each permission, and the role that gives it. */
export function PersonRightsDialog({ person, onClose }: PersonRightsDialogProps) {
  const roles = useQuery(rolesQuery());
  return (
    <Dialog isOpen title={`Permissions of ${person.username}`} onClose={onClose}>
      <QueryPanel query={roles} skeleton={<Skeleton lines={8} label="Loading roles" />}>
        {(known) => (
          // Focusable, so that the keyboard can scroll the dialog to it.
          <div tabIndex={0} role="region" aria-label="Permissions">
            <dl className="grid gap-3">
              {PERMISSIONS.map((permission) => (
                <div key={permission} className="border-b border-line pb-2">
                  <dt>
                    <span className="font-medium">{nameOfPermission(permission)}</span>{' '}
                    <span className="text-sm text-ink-soft">{PERMISSION_MEANINGS[permission]}</span>
                  </dt>
                  <dd className="text-sm">{reasonFor(person, permission, known)}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </QueryPanel>
    </Dialog>
  );
}
