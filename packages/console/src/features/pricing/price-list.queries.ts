import { getPriceList, getUserPrices } from '@atrium/contract/pricing/price-list';
import { endpointQuery } from '../../api/endpoint-query.ts';

/** In a file of its own: visitors do without the words of the administrators' price rules. */
export const priceListQuery = () => endpointQuery(getPriceList, {});

export const userPricesQuery = () => endpointQuery(getUserPrices, {});
