import { listChildren } from '@atrium/contract/accounts/children';
import { listRoles } from '@atrium/contract/accounts/roles';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { endpointKey } from '@atrium/contract/endpoint-key';
import { endpointQuery } from '../../api/endpoint-query.ts';

export const sessionsKey = endpointKey(listSessions);
export const childrenKey = endpointKey(listChildren);

export const sessionsQuery = () => endpointQuery(listSessions, {});
export const childrenQuery = () => endpointQuery(listChildren, {});
export const rolesQuery = () => endpointQuery(listRoles, {});
