import { confirmEmail } from '@atrium/contract/accounts/registration';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

/**
 * The token is valid once: it is never sent again while the page is open. After a response that was lost it may have been
 * used, and a second try would be told so.
 */
export const confirmationQuery = (token: string) =>
  queryOptions({
    ...endpointQuery(confirmEmail, { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
