import type { AnyRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { pageRoute } from '../layout/page-route.tsx';

/** The dashboard, the pull wizard, and the pages of the test runner. */
export function configurationRoutes(parent: () => AnyRoute) {
  return [
    pageRoute(parent, {
      path: '/console/',
      access: 'AUTHENTICATED',
      title: 'Dashboard',
      search: z.object({ openImport: z.string().optional().catch(undefined) }),
      load: async () => (await import('./DashboardPage.tsx')).DashboardPage,
    }),
  ];
}
