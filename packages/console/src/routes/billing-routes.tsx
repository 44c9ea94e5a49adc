import type { AnyRoute } from '@tanstack/react-router';
import { pageRoute } from '../layout/page-route.tsx';
import { requiredUuid, type Search } from '../layout/search-text.ts';

const loadPrices = async () => (await import('../features/pricing/PriceListPage.tsx')).PriceListPage;

/** Usage, payment, invoices, prices and the three administrator tables. */
export function billingRoutes(parent: () => AnyRoute) {
  return [
    pageRoute(parent, {
      path: '/console/usage',
      access: 'AUTHENTICATED',
      title: 'Usage',
      load: async () => (await import('../features/billing/usage/UsagePage.tsx')).UsagePage,
    }),
    pageRoute(parent, {
      path: '/console/payment',
      access: 'AUTHENTICATED',
      permission: 'billing.read',
      title: 'Payment Information',
      load: async () => (await import('../features/billing/PaymentPage.tsx')).PaymentPage,
    }),
    pageRoute(parent, {
      path: '/console/payment/history',
      access: 'AUTHENTICATED',
      permission: 'billing.read',
      title: 'Invoices',
      load: async () => (await import('../features/billing/InvoicesPage.tsx')).InvoicesPage,
    }),
    pageRoute(parent, {
      path: '/console/payment/details',
      access: 'AUTHENTICATED',
      permission: 'billing.read',
      title: 'Invoice',
      search: ({ id }: Search) => ({ id: requiredUuid(id) }),
      load: async () => (await import('../features/billing/InvoiceDetailsPage.tsx')).InvoiceDetailsPage,
    }),
    pageRoute(parent, { path: '/console/prices', access: null, title: 'Prices', load: loadPrices }),
    pageRoute(parent, { path: '/index/prices', access: null, title: 'Prices', load: loadPrices }),
    pageRoute(parent, {
      path: '/console/pricing',
      access: 'ADMIN_ONLY',
      title: 'Pricing',
      load: async () => (await import('../features/pricing/PricingPage.tsx')).PricingPage,
    }),
    pageRoute(parent, {
      path: '/console/bonus',
      access: 'ADMIN_ONLY',
      title: 'Bonus',
      load: async () => (await import('../features/pricing/BonusPage.tsx')).BonusPage,
    }),
    pageRoute(parent, {
      path: '/console/access-key',
      access: 'ADMIN_ONLY',
      title: 'Access Keys',
      load: async () => (await import('../features/access-keys/AccessKeysPage.tsx')).AccessKeysPage,
    }),
  ];
}
