import { pageRoute } from '../layout/page-route.tsx';
import { requiredUuid, type Search } from '../lib/search-params.ts';

export const customersRoutes = [
  pageRoute({
    path: '/console/customers',
    place: 'customers',
    access: 'ADMIN_ONLY',
    title: 'Customers',
    load: async () => (await import('../features/customers/CustomersPage.tsx')).CustomersPage,
  }),
  pageRoute({
    path: '/console/customers/details',
    place: 'customers',
    access: 'ADMIN_ONLY',
    title: 'Customer',
    search: ({ id }: Search) => ({ id: requiredUuid(id) }),
    load: async () => (await import('../features/customers/CustomerPage.tsx')).CustomerPage,
  }),
];
