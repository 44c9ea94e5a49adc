import type { Role } from '@atrium/contract/accounts/roles';
import { type MouseEvent, useId } from 'react';
import { mayDo } from '../../api/auth-state.ts';
import { useAuth } from '../../api/session.ts';
import type { FormField } from '../../api/use-endpoint-form.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { isPermission } from './rights.ts';

// `aria-disabled`, because forms omit disabled boxes, which would revoke the role.
const beyond = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() };

/**
 * Roles to assign. A role with permissions that the caller lacks is marked and can be neither assigned nor removed.
 */
export function RoleChoice({ roles, field }: { roles: readonly Role[]; field: FormField }) {
  const auth = useAuth();
  const isBeyond = ({ permissions }: Role) =>
    permissions.some((name) => isPermission(name) && !mayDo(auth, name));
  const errorId = useId();
  return (
    <fieldset aria-describedby={field.error && errorId} className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Roles</legend>
      {field.error && (
        <p id={errorId} className="text-sm text-danger">
          {field.error}
        </p>
      )}
      {roles.map((role) => (
        <Checkbox
          key={role.name}
          value={role.name}
          {...field}
          error={undefined}
          aria-invalid={field.error !== undefined || undefined}
          {...(isBeyond(role) && beyond)}
          label={
            <>
              {role.label}{' '}
              <span className="text-sm text-ink-soft">
                {role.description}
                {isBeyond(role) &&
                  ' You can neither give nor take it, because it allows more than you may do.'}
              </span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}
