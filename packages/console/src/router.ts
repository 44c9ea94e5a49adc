import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { PageNotFound } from './layout/PageNotFound.tsx';
import { RouteError } from './layout/RouteError.tsx';
import { routeTree } from './routes.tsx';

/** Search parameters are plain text: `?id=12` stays '12', and nobody else's links are rewritten. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** `history` is given where there is no window: pages drawn at build time. */
export function createConsoleRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    // Drawn ahead, the tree must be the browser's, so that the browser can take it over.
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
