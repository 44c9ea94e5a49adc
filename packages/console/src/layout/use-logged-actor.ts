import { useCallback } from 'react';
import { type Acted, loggedActor } from '../lib/logged-user.ts';
import { useServiceName } from './use-service-name.ts';

/** How the tables of logs name who did something, and the service of whose pages it was. */
export function useLoggedActor(): (entry: Acted) => string {
  const nameOf = useServiceName();
  return useCallback((entry) => loggedActor(entry, nameOf), [nameOf]);
}
