import { pageRoute } from '../layout/page-route.tsx';
import { optionalText, type Search } from '../lib/search-params.ts';

/** The dashboard and the pages of changes. */
const CHANGES_TITLES: Record<string, string> = {
  push: 'Push to git',
  upload: 'Upload a file',
  versions: 'Versions',
  connections: 'Connections',
  log: 'Import logs',
};

export const configurationRoutes = [
  pageRoute({
    path: '/console/',
    place: 'overview',
    access: 'AUTHENTICATED',
    title: 'Overview',
    search: ({ openImport }: Search) => ({ openImport: optionalText(openImport) }),
    load: async () => (await import('../features/dashboard/DashboardPage.tsx')).DashboardPage,
    read: async () => (await import('../features/dashboard/DashboardPage.tsx')).readOverview(),
  }),
  pageRoute({
    path: '/console/git-pull',
    tabsOf: 'changes',
    access: 'AUTHENTICATED',
    permission: 'configuration.exchange',
    title: 'Git Config Pull',
    isWide: true,
    fillsWindow: ({ step }) => step === 'diff',
    load: async () => (await import('../features/configuration/pull/GitPullPage.tsx')).GitPullPage,
  }),
  pageRoute({
    path: '/console/changes/$tab',
    access: 'AUTHENTICATED',
    tabsOf: 'changes',
    title: 'Changes',
    titleOf: (_, { tab = '' }) => CHANGES_TITLES[tab],
    load: async () => (await import('../features/configuration/changes/ChangesPage.tsx')).ChangesPage,
  }),
];
