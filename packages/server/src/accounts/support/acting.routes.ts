import { actAsCustomer, stopActing } from '@atrium/contract/customers/customer-acting';
import type { FastifyInstance } from 'fastify';
import type { PublicUrl } from '../../http/public-url.ts';
import { route } from '../../http/route.ts';
import type { Accounts } from '../accounts.ts';
import {
  clearRefreshCookie,
  readRefreshCookie,
  refuseOtherOrigins,
  setSessionCookies,
  toDevice,
} from '../sessions/refresh-cookie.ts';

/** Acting as a customer. The page then asks for its access token with the cookie, as after every reload. */
export function actingRoutes(
  app: FastifyInstance,
  { acting }: Pick<Accounts, 'acting'>,
  publicUrl: PublicUrl,
): void {
  route(app, actAsCustomer, async ({ caller, params, body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const person = { domainId: params.id, userId: body.userId };
    setSessionCookies(reply, await acting.start(caller, person, body.reason, toDevice(request)));
  });
  route(app, stopActing, async ({ caller, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const own = await acting.stop(caller, readRefreshCookie(request) ?? '');
    if (own === undefined) clearRefreshCookie(reply);
    else setSessionCookies(reply, own);
  });
}
