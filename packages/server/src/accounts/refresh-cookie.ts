import { DEVICE_COOKIE, PROVIDER_COOKIE, REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { ForbiddenError } from '@atrium/host/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Device, SignedInSession } from './session.service.ts';

// Browsers send Secure cookies over http to the loopback interface, which they trust; anywhere else needs https.
// Their names begin with `__Host-`, for which browsers insist on this path and on no domain.
const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;
/** As long as browsers keep a cookie at most; each sign-in begins it anew. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return request.cookies[REFRESH_COOKIE] || undefined;
}

/** Sets the cookie that continues the session, and the one by which the device is known later. */
export function setSessionCookies(
  reply: FastifyReply,
  { refreshToken, expiresOn, deviceToken }: SignedInSession,
): void {
  reply.setCookie(REFRESH_COOKIE, refreshToken, { ...ATTRIBUTES, expires: expiresOn });
  if (deviceToken === undefined) return;
  reply.setCookie(DEVICE_COOKIE, deviceToken, { ...ATTRIBUTES, maxAge: DEVICE_COOKIE_SECONDS });
}

export function readDeviceCookie(request: FastifyRequest): string | undefined {
  return request.cookies[DEVICE_COOKIE] || undefined;
}

export function clearRefreshCookie(reply: FastifyReply): void {
  reply.clearCookie(REFRESH_COOKIE, ATTRIBUTES);
}

/** The page that a provider leads back to is the console's own, and sends it from there. */
export function setProviderCookie(
  reply: FastifyReply,
  { browserToken, seconds }: { browserToken: string; seconds: number },
): void {
  reply.setCookie(PROVIDER_COOKIE, browserToken, { ...ATTRIBUTES, maxAge: seconds });
}

export function readProviderCookie(request: FastifyRequest): string | undefined {
  return request.cookies[PROVIDER_COOKIE] || undefined;
}

export function clearProviderCookie(reply: FastifyReply): void {
  reply.clearCookie(PROVIDER_COOKIE, ATTRIBUTES);
}

export function toDevice(request: FastifyRequest): Device {
  const { headers, ip } = request;
  return { userAgent: headers['user-agent'] ?? '', address: ip, token: readDeviceCookie(request) };
}

/**
 * Refuses calls that work by cookie when another site's page makes them. SameSite=Strict keeps the cookie away
 * from them already; this also holds for other ports and subdomains, which count as the same site.
 */
export function refuseOtherOrigins(request: FastifyRequest, publicUrl: string): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ForbiddenError();
  if (origin === undefined) return;
  const host = URL.parse(origin)?.host;
  if (host !== request.host && host !== new URL(publicUrl).host) throw new ForbiddenError();
}
