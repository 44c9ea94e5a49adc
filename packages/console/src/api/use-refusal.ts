import type { Endpoint } from '@atrium/contract/endpoint';
import { missingPermissionOnScreen } from '@atrium/contract/permissions';
import { useMemo } from 'react';
import { type Refusal, refuse } from '../ui/refusal.ts';
import { mayDo } from './auth-state.ts';
import { useAuth } from './session.ts';

/** Returns the reason shown on the button of a call that the user has no permission for, otherwise undefined. */
export function useRefusal({ permission }: Pick<Endpoint, 'permission'>): Refusal | undefined {
  const auth = useAuth();
  const missing =
    permission === undefined || permission === 'none' || mayDo(auth, permission) ? undefined : permission;
  return useMemo(
    () => (missing === undefined ? undefined : refuse(missingPermissionOnScreen(missing))),
    [missing],
  );
}
