import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRouter,
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type RenderResult, render } from 'vitest-browser-react';
import { createQueryClient } from '../src/api/query-client.ts';
import { parseSearch, stringifySearch } from '../src/lib/search-params.ts';

export interface Drawn extends RenderResult {
  router: AnyRouter;
  client: QueryClient;
}

/**
 * Renders a part as on a page: in the main landmark, with an address (`path`) that it can read and change, and with its
 * own query cache.
 */
export async function draw(
  part: ReactNode,
  { path = '/', history = createMemoryHistory({ initialEntries: [path] }) } = {},
): Promise<Drawn> {
  const client = createQueryClient();
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <main>{part}</main> }),
    history,
    parseSearch,
    stringifySearch,
  });
  await router.load();
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...screen, router, client };
}
