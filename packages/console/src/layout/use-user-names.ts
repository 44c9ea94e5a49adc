import { fullName } from '@atrium/contract/accounts/full-name';
import { listPeople } from '@atrium/contract/accounts/people';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { mayDo } from '../api/auth-state.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { useAuth } from '../api/session.ts';

/** Duplicates the contract's `NOBODY_ID`, whose module imports Zod. Calls of public addresses have no person. */
const NOBODY_ID = '00000000-0000-0000-0000-000000000000';

/** Returns a function that names a user; undefined for deleted users and without permission to read users. */
export function useUserNames(): (userId: string) => string | undefined {
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
  return useCallback((userId) => (userId === NOBODY_ID ? 'Anyone' : names.get(userId)), [names]);
}
