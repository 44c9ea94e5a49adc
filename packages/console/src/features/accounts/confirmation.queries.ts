import { confirmEmail } from '@atrium/contract/accounts/registration';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

/**
 * The token is valid once, so it is never sent again while the page is open. If a response was lost the token may be
 * used, and a retry would fail.
 */
export const confirmationQuery = (token: string) =>
  queryOptions({
    ...endpointQuery(confirmEmail, { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
