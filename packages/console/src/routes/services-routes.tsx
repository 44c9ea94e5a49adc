import { pageRoute } from '../layout/page-route.tsx';
import { optionalText, type Search } from '../lib/search-params.ts';

/** Line numbers in the address count from 1. */
function optionalLine(value: unknown): number | undefined {
  const text = optionalText(value);
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Names of `SHIPPED_SERVICES`, which only signed-in pages load. Other services have their id as a name. */
const NAMES: Record<string, string> = { 'hyper-dispatch': 'Functions', content: 'Content' };

/** `orders/create · Functions`, `Logs · Functions`. */
function titleOf(shown: unknown, serviceId = '') {
  const text = optionalText(shown);
  const name = NAMES[serviceId] ?? serviceId;
  return text === undefined ? name : `${text} · ${name}`;
}

const capitalized = (tab: unknown) => optionalText(tab)?.replace(/^./, (first) => first.toUpperCase());

export const servicesRoutes = [
  pageRoute({
    path: '/console/services/$serviceId/pages',
    access: 'AUTHENTICATED',
    title: 'Pages of a service',
    titleOf: (_, { serviceId }) => titleOf('Pages', serviceId),
    isWide: true,
    load: async () => (await import('../features/services/pages/ServicePagesPage.tsx')).ServicePagesPage,
  }),
  pageRoute({
    path: '/console/services/$serviceId/entries/$collection',
    access: 'AUTHENTICATED',
    permission: 'configuration.read',
    title: 'Entries',
    titleOf: (_, { collection, serviceId }) => titleOf(collection, serviceId),
    isWide: true,
    load: async () => (await import('../features/services/ServicePage.tsx')).ServicePage,
  }),
  pageRoute({
    path: '/console/services/$serviceId',
    access: 'AUTHENTICATED',
    permission: 'configuration.read',
    title: 'Service',
    titleOf: (search, { serviceId }) =>
      titleOf(
        optionalText(search['function']) ?? optionalText(search['file']) ?? capitalized(search['tab']),
        serviceId,
      ),
    isWide: true,
    search: (search: Search) => ({
      name: optionalText(search['function']),
      file: optionalText(search['file']),
      line: optionalLine(search['line']),
    }),
    load: async () => (await import('../features/services/ServicePage.tsx')).ServicePage,
  }),
];
