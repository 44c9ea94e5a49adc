import {
  finishSetUp,
  loginWithFactor,
  loginWithPasskey,
  startFactorPasskey,
  startPasskeyLogin,
  startSetUp,
} from '@atrium/contract/accounts/factor-sign-in';
import {
  listOfferedProviders,
  loginWithProvider,
  startProviderLogin,
} from '@atrium/contract/accounts/provider-sign-in';
import {
  createCustomToken,
  login,
  loginWithToken,
  logout,
  refreshToken,
} from '@atrium/contract/accounts/sign-in';
import { UnauthenticatedError } from '@atrium/host/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PublicUrl } from '../../http/public-url.ts';
import { route } from '../../http/route.ts';
import { readBearer } from '../../http/sign-in-hook.ts';
import type { Accounts } from '../accounts.ts';
import {
  clearProviderCookie,
  clearRefreshCookie,
  readDeviceCookie,
  readProviderCookie,
  readRefreshCookie,
  refuseOtherOrigins,
  setProviderCookie,
  setSessionCookies,
  toDevice,
} from '../sessions/refresh-cookie.ts';
import type { SignedInSession } from '../sessions/session.service.ts';

/** Signing in and out. The refresh token travels in a cookie only, the access token in the answer only. */
export function signInRoutes(
  app: FastifyInstance,
  accounts: Pick<
    Accounts,
    'factorSignIns' | 'identityProviders' | 'providerSignIns' | 'signIns' | 'sessions'
  >,
  publicUrl: PublicUrl,
): void {
  const { factorSignIns, identityProviders, providerSignIns, signIns, sessions } = accounts;

  /** The session that the browser had before is over; the new one shares nothing with it. */
  async function begin(request: FastifyRequest, reply: FastifyReply, session: SignedInSession) {
    const before = readRefreshCookie(request);
    if (before !== undefined) await sessions.logout(before, request.id);
    setSessionCookies(reply, session);
    return session.answer;
  }

  route(app, login, async ({ body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const signedIn = await signIns.login(body, toDevice(request), request.id);
    return 'answer' in signedIn ? begin(request, reply, signedIn) : signedIn;
  });
  route(app, loginWithFactor, async ({ body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    return begin(request, reply, await factorSignIns.login(body, toDevice(request), request.id));
  });
  route(app, startFactorPasskey, async ({ body }) => factorSignIns.startPasskey(body.challenge));
  route(app, startPasskeyLogin, async () => factorSignIns.startPasskeyLogin());
  route(app, loginWithPasskey, async ({ body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const { challenge, response } = body;
    const session = await factorSignIns.loginWithPasskey(challenge, response, toDevice(request), request.id);
    return begin(request, reply, session);
  });
  route(app, startSetUp, ({ body }) => factorSignIns.startSetUp(body.challenge));
  route(app, finishSetUp, async ({ body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const { session, recoveryCodes } = await factorSignIns.confirmSetUp(body, toDevice(request), request.id);
    return { signedIn: await begin(request, reply, session), recoveryCodes };
  });
  route(app, listOfferedProviders, ({ query }) => identityProviders.listOffered(query.domain));
  route(app, startProviderLogin, async ({ params, body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const started = await providerSignIns.start(params.id, body, request.ip);
    setProviderCookie(reply, started);
    return { url: started.url };
  });
  route(app, loginWithProvider, async ({ body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const browserToken = readProviderCookie(request);
    clearProviderCookie(reply);
    const back = { query: body.query, browserToken, device: toDevice(request), requestId: request.id };
    const { next, outcome } = await providerSignIns.login(back);
    return { next, answer: 'answer' in outcome ? await begin(request, reply, outcome) : outcome };
  });
  route(app, loginWithToken, async ({ body, request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const session = await signIns.loginWithToken(body.token, toDevice(request), request.id);
    return begin(request, reply, session);
  });
  route(app, createCustomToken, async ({ body, caller }) =>
    signIns.createCustomToken(caller, body?.userId ?? caller.userId),
  );
  route(app, refreshToken, async ({ request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const token = readRefreshCookie(request);
    if (token === undefined) throw new UnauthenticatedError();
    try {
      const session = await sessions.refresh(token, readDeviceCookie(request));
      setSessionCookies(reply, session);
      return session.answer;
    } catch (error) {
      if (error instanceof UnauthenticatedError) clearRefreshCookie(reply);
      throw error;
    }
  });
  route(app, logout, async ({ request, reply }) => {
    refuseOtherOrigins(request, publicUrl.get());
    const token = readRefreshCookie(request);
    // Before the session ends, which knows it.
    const providerUrl = token === undefined ? null : await providerSignIns.findSignOutUrl(token);
    const bearer = readBearer(request);
    if (token !== undefined) await sessions.logout(token, request.id);
    else if (bearer !== undefined) await sessions.logoutOfAccessToken(bearer, request.id);
    clearRefreshCookie(reply);
    return { providerUrl };
  });
}
