import { pageRoute } from '../layout/page-route.tsx';

export const operationsRoutes = [
  pageRoute({
    path: '/console/platform',
    tabsOf: 'platform',
    access: 'ADMIN_ONLY',
    title: 'Platform',
    load: async () => (await import('../features/operations/PlatformPage.tsx')).PlatformPage,
  }),
];
