import { pageRoute } from '../layout/page-route.tsx';
import { optionalText, type Search } from '../lib/search-params.ts';

/** Line numbers in the address count from 1. */
function optionalLine(value: unknown): number | undefined {
  const text = optionalText(value);
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

export const servicesRoutes = [
  pageRoute({
    path: '/console/services/$serviceId/pages',
    access: 'AUTHENTICATED',
    title: 'Pages of a service',
    isWide: true,
    load: async () => (await import('../features/services/pages/ServicePagesPage.tsx')).ServicePagesPage,
  }),
  pageRoute({
    path: '/console/services/$serviceId/entries/$collection',
    access: 'AUTHENTICATED',
    permission: 'configuration.read',
    title: 'Entries',
    isWide: true,
    load: async () => (await import('../features/services/ServicePage.tsx')).ServicePage,
  }),
  pageRoute({
    path: '/console/services/$serviceId',
    access: 'AUTHENTICATED',
    permission: 'configuration.read',
    title: 'Service',
    titleOf: (search) => optionalText(search['function']) ?? optionalText(search['file']),
    isWide: true,
    search: (search: Search) => ({
      name: optionalText(search['function']),
      file: optionalText(search['file']),
      line: optionalLine(search['line']),
    }),
    load: async () => (await import('../features/services/ServicePage.tsx')).ServicePage,
  }),
];
