import { fullName } from '@atrium/contract/accounts/full-name';
import { listPeople, type Person } from '@atrium/contract/accounts/people';
import type { Invocation } from '@atrium/contract/service-api/functions/invocations';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { mayDo } from '../../../api/auth-state.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { useAuth } from '../../../api/session.ts';

export interface Callers {
  /** Users of the domain, if the reader may see them and their calls. */
  people: readonly Person[] | undefined;
  /** Undefined for deleted users and without permission to read users. */
  nameOf: (userId: string) => string | undefined;
}

/** Possible callers in the log. */
export function useCallers(): Callers {
  const auth = useAuth();
  const { user } = auth;
  const { data: people } = useQuery({
    ...endpointQuery(listPeople, {}),
    enabled: mayDo(auth, 'people.read'),
  });
  const names = useMemo(
    () => new Map([...(user ? [user] : []), ...(people ?? [])].map((each) => [each.userId, fullName(each)])),
    [user, people],
  );
  const nameOf = useCallback((userId: string) => names.get(userId), [names]);
  return { people: mayDo(auth, 'audit.read') ? people : undefined, nameOf };
}

/** `The console`, the event, or a program. */
export function originOf({ source, event }: Invocation): string {
  return source === 'CONSOLE' ? 'The console' : (event ?? 'A program');
}
