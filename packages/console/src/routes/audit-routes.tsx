import { pageRoute } from '../layout/page-route.tsx';

export const auditRoutes = [
  pageRoute({
    path: '/console/activity',
    tabsOf: 'changes',
    access: 'AUTHENTICATED',
    title: 'Activity',
    isWide: true,
    load: async () => (await import('../features/audit/ActivityPage.tsx')).ActivityPage,
  }),
  pageRoute({
    path: '/console/audit',
    place: 'audit',
    access: 'ADMIN_ONLY',
    title: 'Audit',
    isWide: true,
    load: async () => (await import('../features/audit/AuditPage.tsx')).AuditPage,
  }),
];
