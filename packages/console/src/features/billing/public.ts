import { lazyPart } from '../../ui/lazy-part.tsx';

export {
  cardsQuery,
  freeTierOfferQuery,
  hasCardQuery,
  latestInvoicesQuery,
  periodsQuery,
  unpaidInvoicesQuery,
  usageQuery,
  virtualCashQuery,
} from './billing.queries.ts';
export { monthAndYear } from './days.ts';
export { LatestInvoices } from './LatestInvoices.tsx';
export { PayAction } from './PayAction.tsx';
export { UsageSummary } from './UsageSummary.tsx';
export { FORECAST_METHOD } from './usage/forecast-method.ts';
export { budgetsQuery } from './usage/usage.queries.ts';
export { useFunctionStop } from './use-function-stop.ts';

export const UsageOfService = lazyPart(async () => (await import('./usage/UsagePage.tsx')).UsageOfService);
