import { listLimits } from '@atrium/contract/limits/limits';
import { endpointQuery } from '../api/endpoint-query.ts';

export const limitsQuery = () => endpointQuery(listLimits, {});
