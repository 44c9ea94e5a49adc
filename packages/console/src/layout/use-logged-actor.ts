import { useCallback } from 'react';
import { type Acted, loggedActor } from '../lib/logged-user.ts';
import { useServiceName } from './use-service-name.ts';

/** Returns a function that names the actor of a log entry, and the service if its pages acted. */
export function useLoggedActor(): (entry: Acted) => string {
  const nameOf = useServiceName();
  return useCallback((entry) => loggedActor(entry, nameOf), [nameOf]);
}
