import type { AnyRoute } from '@tanstack/react-router';
import { pageRoute } from '../layout/page-route.tsx';

export function operationsRoutes(parent: () => AnyRoute) {
  return [
    pageRoute(parent, {
      path: '/console/platform',
      access: 'ADMIN_ONLY',
      title: 'Platform',
      load: async () => (await import('../features/operations/PlatformPage.tsx')).PlatformPage,
    }),
  ];
}
