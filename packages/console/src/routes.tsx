import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { Shell } from './layout/Shell.tsx';
import { accountRoutes } from './routes/account-routes.tsx';
import { auditRoutes } from './routes/audit-routes.tsx';
import { billingRoutes } from './routes/billing-routes.tsx';
import { configurationRoutes } from './routes/configuration-routes.tsx';
import { customersRoutes } from './routes/customers-routes.tsx';
import { developmentRoutes } from './routes/development-routes.tsx';
import { operationsRoutes } from './routes/operations-routes.tsx';
import { publicRoutes } from './routes/public-routes.tsx';
import { servicesRoutes } from './routes/services-routes.tsx';
import {
  PlaceTabs,
  SideNavigation,
  SignedInDialog,
  SignedInWork,
  SystemStatus,
  TopNavigation,
} from './routes/shell-parts.ts';
import { testRunsRoutes } from './routes/test-runs-routes.tsx';

/** Every URL of /console and /index. The routes of one area are together in `routes/`. */
const rootRoute = createRootRoute({
  component: () => (
    <Shell {...{ PlaceTabs, SideNavigation, SignedInDialog, SignedInWork, SystemStatus, TopNavigation }} />
  ),
});

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: '/index', replace: true });
  },
});

export const routeTree = rootRoute.addChildren([
  startRoute,
  ...[
    ...publicRoutes,
    ...accountRoutes,
    ...billingRoutes,
    ...configurationRoutes,
    ...servicesRoutes,
    ...testRunsRoutes,
    ...auditRoutes,
    ...customersRoutes,
    ...operationsRoutes,
    ...developmentRoutes,
  ].map((routeBelow) => routeBelow(rootRoute)),
]);
