import type { AnyRoute } from '@tanstack/react-router';
import { pageRoute } from '../layout/page-route.tsx';

export function auditRoutes(parent: () => AnyRoute) {
  return [
    pageRoute(parent, {
      path: '/console/activity',
      access: 'AUTHENTICATED',
      title: 'Activity',
      isWide: true,
      load: async () => (await import('../features/audit/ActivityPage.tsx')).ActivityPage,
    }),
    pageRoute(parent, {
      path: '/console/audit',
      access: 'ADMIN_ONLY',
      title: 'Audit',
      isWide: true,
      load: async () => (await import('../features/audit/AuditPage.tsx')).AuditPage,
    }),
  ];
}
