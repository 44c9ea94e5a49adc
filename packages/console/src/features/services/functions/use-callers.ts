import { listPeople, type Person } from '@atrium/contract/accounts/people';
import type { Invocation } from '@atrium/contract/service-api/functions/invocations';
import { useQuery } from '@tanstack/react-query';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';
import { useUserNames } from '../../../layout/use-user-names.ts';

export interface Callers {
  /** Users of the domain, if the reader may see them and their calls. */
  people: readonly Person[] | undefined;
  /** Undefined for deleted users and without permission to read users. */
  nameOf: (userId: string) => string | undefined;
}

/** Possible callers in the log. */
export function useCallers(): Callers {
  const auth = useAuth();
  const nameOf = useUserNames();
  const { data: people } = useQuery({
    ...endpointQuery(listPeople, {}),
    enabled: mayDo(auth, 'people.read'),
  });
  return { people: mayDo(auth, 'audit.read') ? people : undefined, nameOf };
}

/** `The console`, the event, or a program. */
export function originOf({ source, event }: Invocation): string {
  return source === 'CONSOLE' ? 'The console' : (event ?? 'A program');
}
