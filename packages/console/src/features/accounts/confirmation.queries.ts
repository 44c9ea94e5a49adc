import { confirmEmail } from '@atrium/contract/accounts/registration';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

/** The token is good once: it is never asked for again while the page is open. */
export const confirmationQuery = (token: string) =>
  queryOptions({
    ...endpointQuery(confirmEmail, { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
