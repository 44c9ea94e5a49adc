import { getAccountClosing } from '@atrium/contract/accounts/account-closing';
import { listChildren } from '@atrium/contract/accounts/children';
import { listDevices } from '@atrium/contract/accounts/devices';
import { listOwnIdentities } from '@atrium/contract/accounts/own-identity';
import { checkPasswordReset } from '@atrium/contract/accounts/password';
import { listPeople } from '@atrium/contract/accounts/people';
import { listRoles } from '@atrium/contract/accounts/roles';
import { getSignInRules, listFactors } from '@atrium/contract/accounts/second-factor';
import { listSessions } from '@atrium/contract/accounts/sessions';
import { getReportableSignIn } from '@atrium/contract/accounts/sign-in-report';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

export const factorsQuery = () => endpointQuery(listFactors, {});
export const signInRulesQuery = () => endpointQuery(getSignInRules, {});
export const ownIdentitiesQuery = () => endpointQuery(listOwnIdentities, {});
export const sessionsQuery = () => endpointQuery(listSessions, {});
export const devicesQuery = () => endpointQuery(listDevices, {});
export const reportableSignInQuery = (token: string) =>
  endpointQuery(getReportableSignIn, { query: { token } });
/** Fetched once, so that the form stays while a password is chosen. */
export const passwordResetQuery = (token: string) =>
  queryOptions({
    ...endpointQuery(checkPasswordReset, { query: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
export const accountClosingQuery = () => endpointQuery(getAccountClosing, {});
export const childrenQuery = () => endpointQuery(listChildren, {});
export const rolesQuery = () => endpointQuery(listRoles, {});
export const peopleQuery = () => endpointQuery(listPeople, {});
