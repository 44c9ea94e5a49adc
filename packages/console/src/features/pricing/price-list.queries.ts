import { getPriceList, getUserPrices } from '@atrium/contract/pricing/price-list';
import { endpointQuery } from '../../api/endpoint-query.ts';

/** In its own file: visitors do not load the schemas of the administrators' price rules. */
export const priceListQuery = () => endpointQuery(getPriceList, {});

export const userPricesQuery = () => endpointQuery(getUserPrices, {});
