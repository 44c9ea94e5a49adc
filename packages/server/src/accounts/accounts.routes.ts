import { inviteChild, listChildren, removeChild, resendInvitation } from '@atrium/contract/accounts/children';
import { forgetDevice, listDevices } from '@atrium/contract/accounts/devices';
import { checkPasswordReset, forgotPassword, resetPassword } from '@atrium/contract/accounts/password';
import { giveRoles, listPeople } from '@atrium/contract/accounts/people';
import { confirmEmail, register, resendConfirmation } from '@atrium/contract/accounts/registration';
import { createRole, deleteRole, listRoles, updateRole } from '@atrium/contract/accounts/roles';
import {
  confirmSession,
  endOtherSessions,
  endSession,
  listSessions,
  startConfirmPasskey,
} from '@atrium/contract/accounts/sessions';
import { getReportableSignIn, reportSignIn } from '@atrium/contract/accounts/sign-in-report';
import { changeEmail, changePassword, getUser, updateUser } from '@atrium/contract/accounts/user';
import { ForbiddenError } from '@atrium/host/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { route } from '../http/route.ts';
import type { Accounts } from './accounts.ts';
import { readDeviceCookie, readRefreshCookie, setSessionCookies } from './sessions/refresh-cookie.ts';

/** Accounts: registration, profile, child users, sessions. */
export function accountsRoutes(app: FastifyInstance, accounts: Accounts): void {
  const {
    registrations,
    passwordResets,
    profiles,
    children,
    roles,
    sessions,
    otherSessions,
    confirmations,
    signInReports,
    devices,
  } = accounts;

  route(app, register, ({ body, request }) => registrations.register(body, request.ip, request.id));
  route(app, confirmEmail, ({ query, request }) => {
    refuseResourceLoads(request);
    return registrations.confirm(query.token, request.id);
  });
  route(app, resendConfirmation, ({ body, request }) => registrations.resend(body.username, request.ip));
  route(app, forgotPassword, ({ body, request }) => passwordResets.request(body.email, request.ip));
  route(app, checkPasswordReset, ({ query }) => passwordResets.check(query.token));
  route(app, resetPassword, ({ body, request }) =>
    passwordResets.reset(body.token, body.password, request.id),
  );

  route(app, getReportableSignIn, ({ query }) => signInReports.get(query.token));
  route(app, reportSignIn, ({ body, request }) => signInReports.report(body.token, request.id));

  route(app, getUser, ({ caller }) => profiles.get(caller));
  route(app, updateUser, ({ caller, body }) => profiles.update(caller, body));
  route(app, changeEmail, ({ caller, body }) => profiles.updateEmail(caller, body.email, body.password));
  route(app, changePassword, ({ caller, body }) =>
    profiles.updatePassword(caller, body.currentPassword, body.password),
  );

  route(app, listChildren, ({ caller }) => children.list(caller));
  route(app, inviteChild, ({ caller, body }) => children.invite(caller, body));
  route(app, resendInvitation, ({ caller, params }) => children.resendInvitation(caller, params.id));
  route(app, removeChild, ({ caller, params }) => children.delete(caller, params.id));

  route(app, listPeople, ({ caller }) => children.listPeople(caller));
  route(app, giveRoles, ({ caller, params, body }) => children.giveRoles(caller, params.id, body.roles));
  route(app, listRoles, ({ caller }) => roles.list(caller));
  route(app, createRole, ({ caller, body }) => roles.create(caller, body));
  route(app, updateRole, ({ caller, params, body }) => roles.update(caller, params.name, body));
  route(app, deleteRole, ({ caller, params }) => roles.delete(caller, params.name));

  route(app, listSessions, ({ caller }) => sessions.list(caller));
  route(app, endSession, ({ caller, params }) => sessions.end(caller, params.id));
  route(app, endOtherSessions, ({ caller }) => otherSessions.end(caller));
  route(app, listDevices, ({ caller }) => devices.list(caller));
  route(app, forgetDevice, ({ caller, params }) => devices.forget(caller, params.id));
  route(app, confirmSession, async ({ caller, body, request, reply }) => {
    const confirmed = await confirmations.confirm(caller, body);
    const token = readRefreshCookie(request);
    const renewed = token && (await confirmations.refresh(caller, token, readDeviceCookie(request)));
    if (renewed) setSessionCookies(reply, renewed);
    return confirmed;
  });
  route(app, startConfirmPasskey, ({ caller }) => confirmations.startPasskey(caller));
}

/**
 * Refuses a mail link that was not opened by a person: loaded by a page as a picture, script or frame, requested by a
 * page of another site, or prefetched. Navigation of a window, from any link, and the console's own calls are accepted.
 * Programs other than browsers don't send these headers, and have no page that others could write.
 */
function refuseResourceLoads(request: FastifyRequest): void {
  const {
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': destination,
    'sec-purpose': purpose = '',
  } = request.headers;
  if (request.method === 'HEAD' || purpose.includes('prefetch')) throw new ForbiddenError();
  if (site === undefined || (mode === 'navigate' && destination === 'document')) return;
  const isOwnCall = site === 'same-origin' && (destination ?? 'empty') === 'empty' && mode !== 'no-cors';
  if (!isOwnCall) throw new ForbiddenError();
}
