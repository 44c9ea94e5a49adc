import { pageRoute } from '../layout/page-route.tsx';

export const developmentRoutes = [
  pageRoute({
    path: '/console/dev/mailbox',
    access: null,
    title: 'Development mailbox',
    load: async () => (await import('../features/accounts/MailboxPage.tsx')).MailboxPage,
  }),
  pageRoute({
    path: '/console/dev/kit',
    access: null,
    title: "The console's parts",
    load: async () => (await import('../features/kit/KitPage.tsx')).KitPage,
  }),
];
