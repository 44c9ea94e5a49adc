import type { AnyRoute } from '@tanstack/react-router';
import { pageRoute } from '../layout/page-route.tsx';
import { requiredUuid, type Search } from '../layout/search-text.ts';

export function customersRoutes(parent: () => AnyRoute) {
  return [
    pageRoute(parent, {
      path: '/console/customers',
      access: 'ADMIN_ONLY',
      title: 'Customers',
      load: async () => (await import('../features/customers/CustomersPage.tsx')).CustomersPage,
    }),
    pageRoute(parent, {
      path: '/console/customers/details',
      access: 'ADMIN_ONLY',
      title: 'Customer',
      search: ({ id }: Search) => ({ id: requiredUuid(id) }),
      load: async () => (await import('../features/customers/CustomerPage.tsx')).CustomerPage,
    }),
  ];
}
