import { listChildren } from '@atrium/contract/accounts/children';
import { listPeople } from '@atrium/contract/accounts/people';
import { listRoles } from '@atrium/contract/accounts/roles';
import { getSignInRules, listFactors } from '@atrium/contract/accounts/second-factor';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { endpointQuery } from '../../api/endpoint-query.ts';

export const factorsQuery = () => endpointQuery(listFactors, {});
export const signInRulesQuery = () => endpointQuery(getSignInRules, {});
export const sessionsQuery = () => endpointQuery(listSessions, {});
export const childrenQuery = () => endpointQuery(listChildren, {});
export const rolesQuery = () => endpointQuery(listRoles, {});
export const peopleQuery = () => endpointQuery(listPeople, {});
