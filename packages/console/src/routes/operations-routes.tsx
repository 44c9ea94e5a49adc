import { pageRoute } from '../layout/page-route.tsx';

export const operationsRoutes = [
  pageRoute({
    path: '/console/platform',
    access: 'ADMIN_ONLY',
    title: 'Platform',
    load: async () => (await import('../features/operations/PlatformPage.tsx')).PlatformPage,
  }),
];
