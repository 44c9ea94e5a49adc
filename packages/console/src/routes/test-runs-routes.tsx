import { pageRoute } from '../layout/page-route.tsx';

const VIEW_TITLES: Record<string, string> = {
  history: 'History of tests',
  timetable: 'Schedule of tests',
};

export const testRunsRoutes = [
  pageRoute({
    path: '/console/run-tests',
    tabsOf: 'tests',
    access: 'AUTHENTICATED',
    permission: 'tests.run',
    title: 'Run Tests',
    load: async () => (await import('../features/test-runs/start/RunTestsPage.tsx')).RunTestsPage,
    readAhead: async () => (await import('../features/test-runs/start/RunTestsPage.tsx')).readCurrentRun(),
  }),
  pageRoute({
    path: '/console/test-runner-dashboard',
    tabsOf: 'tests',
    access: 'AUTHENTICATED',
    permission: 'tests.read',
    title: 'Test Run Dashboard',
    titleOf: ({ view }) => VIEW_TITLES[String(view)],
    isWide: true,
    load: async () =>
      (await import('../features/test-runs/dashboard/TestRunDashboardPage.tsx')).TestRunDashboardPage,
    readAhead: async () =>
      (await import('../features/test-runs/dashboard/TestRunDashboardPage.tsx')).readLatestRun(),
  }),
];
