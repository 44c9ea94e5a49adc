import type { AnyRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { pageRoute } from '../layout/page-route.tsx';

/** The dashboard and the pull wizard. */
export function configurationRoutes(parent: () => AnyRoute) {
  return [
    pageRoute(parent, {
      path: '/console/',
      access: 'AUTHENTICATED',
      title: 'Dashboard',
      search: z.object({ openImport: z.string().optional().catch(undefined) }),
      load: async () => (await import('./DashboardPage.tsx')).DashboardPage,
    }),
    pageRoute(parent, {
      path: '/console/git-pull',
      access: 'AUTHENTICATED',
      title: 'Git Config Pull',
      load: async () => (await import('./GitPullWithTests.tsx')).GitPullWithTests,
    }),
    pageRoute(parent, {
      path: '/console/test-runner-dashboard',
      access: 'AUTHENTICATED',
      title: 'Test Run Dashboard',
      load: async () => (await import('../features/test-runs/TestRunDashboardPage.tsx')).TestRunDashboardPage,
    }),
  ];
}
