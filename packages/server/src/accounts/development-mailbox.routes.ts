import { listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import { ForbiddenError, NotFoundError } from '@atrium/host/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';
import { readBearer, type VerifyBearer } from '../http/caller.ts';
import { route } from '../http/route.ts';
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
    if (!isLocalOnly(config, request) && !(await isAdministrator(request, verifyBearer))) {
      throw new ForbiddenError();
    }
    return mailbox.list();
  });
}

/** What proxies say about the caller. Anyone can send it, so it is not believed: it only shows that there is a proxy. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

function isLocalOnly({ host }: Config, { headers, socket }: FastifyRequest): boolean {
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  // The name that was asked for itself: a page of another site may have had its name made to point here.
  const asked = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return isLoopback(host) && isLoopback(socket.remoteAddress ?? '') && isLoopback(asked);
}

function isLoopback(name: string): boolean {
  const host = name.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}

async function isAdministrator(request: FastifyRequest, verifyBearer: VerifyBearer): Promise<boolean> {
  const token = readBearer(request);
  if (token === undefined) return false;
  const signedIn = await verifyBearer(token);
  return 'caller' in signedIn && signedIn.caller.isAdmin;
}
