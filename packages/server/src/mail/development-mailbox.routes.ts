import { getMailboxAccess, listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { ForbiddenError, NotFoundError } from '@atrium/host/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { VerifyBearer } from '../http/caller.ts';
import { isLocalCall } from '../http/local-call.ts';
import { route } from '../http/route.ts';
import { readBearer } from '../http/sign-in-hook.ts';
import type { DevelopmentMailbox } from './development-mailbox.service.ts';

/**
 * The mailbox that stands in for a mail server. It contains links that can take over accounts, so it is open to
 * administrators, and to anyone only where no other machine can reach the server.
 */
export function devMailboxRoutes(
  app: FastifyInstance,
  {
    mailbox,
    config,
    verifyBearer,
  }: { mailbox: DevelopmentMailbox; config: Config; verifyBearer: VerifyBearer },
): void {
  route(app, listDevelopmentMails, async ({ request }) => {
    if (config.smtpUrl !== undefined)
      throw new NotFoundError('A mail server is configured, so there is no development mailbox.');
    if (!isLocalCall(config, request) && !(await isAdministrator(request, verifyBearer))) {
      throw new ForbiddenError();
    }
    return mailbox.list();
  });
  route(app, getMailboxAccess, async ({ request }) => ({
    isOpen: config.smtpUrl === undefined && isLocalCall(config, request),
  }));
}

async function isAdministrator(request: FastifyRequest, verifyBearer: VerifyBearer): Promise<boolean> {
  const token = readBearer(request);
  if (token === undefined) return false;
  const signedIn = await verifyBearer(token, request.ip);
  return 'caller' in signedIn && signedIn.caller.isAdmin;
}
