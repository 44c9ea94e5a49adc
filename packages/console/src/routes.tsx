import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { accountRoutes } from './routes/account-routes.tsx';
import { billingRoutes } from './routes/billing-routes.tsx';
import { configurationRoutes } from './routes/configuration-routes.tsx';
import { developmentRoutes } from './routes/development-routes.tsx';
import { publicRoutes } from './routes/public-routes.tsx';
import { shellDialogs } from './routes/shell-dialogs.ts';
import { Shell } from './layout/Shell.tsx';

/** Every URL of /console and /index. The routes of one domain stand together in `routes/`. */
const rootRoute = createRootRoute({ component: () => <Shell dialogs={shellDialogs} /> });

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: '/index', replace: true });
  },
});

const parent = () => rootRoute;

export const routeTree = rootRoute.addChildren([
  startRoute,
  ...publicRoutes(parent),
  ...accountRoutes(parent),
  ...billingRoutes(parent),
  ...configurationRoutes(parent),
  ...developmentRoutes(parent),
]);
