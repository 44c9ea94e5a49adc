import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { readPublicResponses, seedPublicResponses } from '../public-responses.ts';

let client: QueryClient | undefined;

/** The console's one query cache. Pages that read nothing, as the sign-in, do not load it. */
export function queryClient(): QueryClient {
  if (!client) {
    client = createQueryClient();
    if (typeof document !== 'undefined') seedPublicResponses(client, readPublicResponses());
  }
  return client;
}

export function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>;
}
