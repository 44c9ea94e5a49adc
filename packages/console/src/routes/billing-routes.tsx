import type { AnyRoute } from '@tanstack/react-router';

/** Usage, payment, invoices, prices and the three administrator tables. */
export function billingRoutes(_parent: () => AnyRoute) {
  return [];
}
