import { pageRoute } from '../layout/page-route.tsx';
import { optionalText, type Search } from '../lib/search-params.ts';

/** The dashboard and the pull wizard. */
export const configurationRoutes = [
  pageRoute({
    path: '/console/',
    access: 'AUTHENTICATED',
    title: 'Overview',
    search: ({ openImport }: Search) => ({ openImport: optionalText(openImport) }),
    load: async () => (await import('../features/dashboard/DashboardPage.tsx')).DashboardPage,
    read: async () => (await import('../features/dashboard/DashboardPage.tsx')).readOverview(),
  }),
  pageRoute({
    path: '/console/git-pull',
    access: 'AUTHENTICATED',
    permission: 'configuration.exchange',
    title: 'Git Config Pull',
    isWide: true,
    load: async () => (await import('../features/configuration/pull/GitPullPage.tsx')).GitPullPage,
  }),
];
