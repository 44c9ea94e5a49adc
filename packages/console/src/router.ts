import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageNotFound } from './layout/PageNotFound.tsx';
import { RouteError } from './layout/RouteError.tsx';
import { parseSearch, stringifySearch } from './lib/search-params.ts';
import { routeTree } from './routes.tsx';

/** `history` is set if there is no window: for pages rendered at build time. */
export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    // When prerendering, the tree must match the browser's for hydration.
    ...(history && { history, isServer: false, origin: 'http://localhost' }),
    parseSearch,
    stringifySearch,
    trailingSlash: 'preserve',
    scrollRestoration: history === undefined,
    defaultPendingMs: 300,
    defaultNotFoundComponent: PageNotFound,
    defaultErrorComponent: RouteError,
  });
}
