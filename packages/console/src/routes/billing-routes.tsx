import { pageRoute } from '../layout/page-route.tsx';
import { requiredUuid, type Search } from '../lib/search-params.ts';

const loadPrices = async () => (await import('../features/pricing/PriceListPage.tsx')).PriceListPage;

/** Usage, payment, invoices, prices and the three administrator tables. */
export const billingRoutes = [
  pageRoute({
    path: '/console/usage',
    tabsOf: 'billing',
    access: 'AUTHENTICATED',
    title: 'Usage',
    titleOf: ({ tab }) => (tab === 'limits' ? 'Budgets and limits' : undefined),
    load: async () => (await import('../features/billing/usage/UsagePage.tsx')).UsagePage,
  }),
  pageRoute({
    path: '/console/payment',
    tabsOf: 'billing',
    access: 'AUTHENTICATED',
    permission: 'billing.read',
    title: 'Payment Information',
    load: async () => (await import('../features/billing/PaymentPage.tsx')).PaymentPage,
  }),
  pageRoute({
    path: '/console/payment/history',
    tabsOf: 'billing',
    access: 'AUTHENTICATED',
    permission: 'billing.read',
    title: 'Invoices',
    load: async () => (await import('../features/billing/InvoicesPage.tsx')).InvoicesPage,
  }),
  pageRoute({
    path: '/console/payment/details',
    tabsOf: 'billing',
    access: 'AUTHENTICATED',
    permission: 'billing.read',
    title: 'Invoice',
    search: ({ id }: Search) => ({ id: requiredUuid(id) }),
    load: async () => (await import('../features/billing/InvoiceDetailsPage.tsx')).InvoiceDetailsPage,
  }),
  pageRoute({ path: '/console/prices', tabsOf: 'billing', access: null, title: 'Prices', load: loadPrices }),
  pageRoute({ path: '/index/prices', access: null, title: 'Prices', load: loadPrices }),
  pageRoute({
    path: '/console/pricing',
    tabsOf: 'prices',
    access: 'ADMIN_ONLY',
    title: 'Pricing',
    load: async () => (await import('../features/pricing/PricingPage.tsx')).PricingPage,
  }),
  pageRoute({
    path: '/console/bonus',
    tabsOf: 'prices',
    access: 'ADMIN_ONLY',
    title: 'Bonus',
    load: async () => (await import('../features/pricing/BonusPage.tsx')).BonusPage,
  }),
  pageRoute({
    path: '/console/access-key',
    place: 'access-keys',
    access: 'ADMIN_ONLY',
    title: 'Access Keys',
    load: async () => (await import('../features/access-keys/AccessKeysPage.tsx')).AccessKeysPage,
  }),
];
