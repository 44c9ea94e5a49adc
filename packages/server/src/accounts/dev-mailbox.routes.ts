import { listDevelopmentMails } from '@atrium/contract/accounts/dev-mailbox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { readBearer, type VerifyBearer } from '../http/caller.ts';
import { ForbiddenError, NotFoundError } from '../http/errors.ts';
import { route } from '../http/route.ts';
import { listDevelopmentMails as listMails } from './development-mails.repository.ts';

/**
 * The mailbox that stands in for a mail server. It holds links that take accounts over, so it is open to
 * administrators, and to anyone only where nobody but this machine can reach the server.
 */
export function devMailboxRoutes(
  app: FastifyInstance,
  { db, config, verifyBearer }: { db: Kysely<Database>; config: Config; verifyBearer: VerifyBearer },
): void {
  route(app, listDevelopmentMails, async ({ request }) => {
    if (config.smtpUrl !== undefined) throw new NotFoundError('Mails are sent by a mail server.');
    if (!isLocalOnly(config, request) && !(await isAdministrator(request, verifyBearer))) {
      throw new ForbiddenError();
    }
    return listMails(db);
  });
}

/** Through a proxy, `request.ip` is the address of the person behind it, and not of the proxy. */
function isLocalOnly({ host }: Config, request: FastifyRequest): boolean {
  return isLoopback(host) && isLoopback(request.ip) && isLoopback(request.hostname);
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
