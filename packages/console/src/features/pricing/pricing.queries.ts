import { BONUS_SEARCH_SIZE, searchBonuses } from '@atrium/contract/pricing/bonus';
import { PRICING_PAGE_SIZE, searchPriceRules } from '@atrium/contract/pricing/price-rule';
import { endpointQuery } from '../../api/endpoint-query.ts';

export const priceRulesQuery = (page: number) =>
  endpointQuery(searchPriceRules, { body: { page, size: PRICING_PAGE_SIZE } });
export const bonusesQuery = (page: number) =>
  endpointQuery(searchBonuses, { body: { page, size: BONUS_SEARCH_SIZE } });
