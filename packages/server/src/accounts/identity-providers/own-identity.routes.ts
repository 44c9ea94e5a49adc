import {
  disconnectIdentity,
  finishConnection,
  listOwnIdentities,
  startConnection,
} from '@atrium/contract/accounts/own-identity';
import type { FastifyInstance } from 'fastify';
import type { PublicUrl } from '../../http/public-url.ts';
import { route } from '../../http/route.ts';
import type { Accounts } from '../accounts.ts';
import {
  clearProviderCookie,
  readProviderCookie,
  refuseOtherOrigins,
  setProviderCookie,
} from '../sessions/refresh-cookie.ts';

/** Identity providers with which people sign in, as they connect them themselves. */
export function ownIdentityRoutes(
  app: FastifyInstance,
  { ownIdentities }: Pick<Accounts, 'ownIdentities'>,
  publicUrl: PublicUrl,
): void {
  route(app, listOwnIdentities, ({ caller }) => ownIdentities.list(caller));
  route(app, startConnection, async ({ caller, params, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const started = await ownIdentities.start(caller, params.id, request.ip);
    setProviderCookie(reply, started);
    return { url: started.url };
  });
  route(app, finishConnection, async ({ caller, body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const browserToken = readProviderCookie(request);
    clearProviderCookie(reply);
    return ownIdentities.create(caller, { query: body.query, browserToken });
  });
  route(app, disconnectIdentity, ({ caller, params }) => ownIdentities.delete(caller, params.id));
}
