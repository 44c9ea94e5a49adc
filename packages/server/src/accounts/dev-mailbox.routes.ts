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

/** What proxies say of the person behind them. Anybody can say it, so it is not believed: it only tells of a proxy. */
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
