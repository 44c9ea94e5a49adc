import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '../api/query-client.ts';
import { readPublicAnswers, seedPublicAnswers } from '../public-answers.ts';

let client: QueryClient | undefined;

/** The console's one query cache. Pages that read nothing, as the sign-in, do not load it. */
export function queryClient(): QueryClient {
  if (!client) {
    client = createQueryClient();
    if (typeof document !== 'undefined') seedPublicAnswers(client, readPublicAnswers());
  }
  return client;
}

export function WithQueries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>;
}
