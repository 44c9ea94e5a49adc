import { getKeyRequest } from '@atrium/contract/access-keys/key-request';
import { listOwnKeys } from '@atrium/contract/access-keys/own-key';
import { endpointQuery } from '../../../api/endpoint-query.ts';

export const ownKeysQuery = () => endpointQuery(listOwnKeys, {});
export const keyRequestQuery = (code: string) => endpointQuery(getKeyRequest, { query: { code } });
