import { DEVICE_COOKIE, PROVIDER_COOKIE, REFRESH_COOKIE } from '@atrium/contract/accounts/refresh-cookie';
import { ForbiddenError } from '@atrium/host/errors';
import { isLoopback } from '@atrium/host/http/connections/address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '../devices/known-device.service.ts';
import type { SignedInSession } from './session.service.ts';

// Their names begin with `__Host-`, for which browsers insist on https, on this path and on no domain.
const ATTRIBUTES = { path: '/', httpOnly: true, secure: true, sameSite: 'strict' } as const;
/** Maximum lifetime of a cookie in browsers; each sign-in restarts it. */
const DEVICE_COOKIE_SECONDS = 400 * 86_400;

export function readRefreshCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, REFRESH_COOKIE);
}

/** Whether someone may be signed in: also for pages, whose requests name no origin. Nothing depends on it but speed. */
export function hasRefreshCookie({ cookies }: FastifyRequest): boolean {
  return cookies[REFRESH_COOKIE] !== undefined || cookies[plainName(REFRESH_COOKIE)] !== undefined;
}

/** Sets the cookie that continues the session, and the one by which the device is known later. */
export function setSessionCookies(
  reply: FastifyReply,
  { refreshToken, expiresOn, deviceToken }: SignedInSession,
): void {
  setCookie(reply, REFRESH_COOKIE, refreshToken, { expires: expiresOn });
  if (deviceToken === undefined) return;
  setCookie(reply, DEVICE_COOKIE, deviceToken, { maxAge: DEVICE_COOKIE_SECONDS });
}

export function readDeviceCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, DEVICE_COOKIE);
}

export function clearRefreshCookie(reply: FastifyReply): void {
  clearCookie(reply, REFRESH_COOKIE);
}

/** The page that a provider leads back to is the console's own, and sends it from there. */
export function setProviderCookie(
  reply: FastifyReply,
  { browserToken, seconds }: { browserToken: string; seconds: number },
): void {
  setCookie(reply, PROVIDER_COOKIE, browserToken, { maxAge: seconds });
}

export function readProviderCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, PROVIDER_COOKIE);
}

export function clearProviderCookie(reply: FastifyReply): void {
  clearCookie(reply, PROVIDER_COOKIE);
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[isPlainLoopback(request) ? plainName(name) : name] || undefined;
}

function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  lifetime: { expires: Date } | { maxAge: number },
): void {
  if (!isPlainLoopback(reply.request)) {
    reply.setCookie(name, value, { ...ATTRIBUTES, ...lifetime });
    return;
  }
  reply.setCookie(plainName(name), value, { ...ATTRIBUTES, ...lifetime, secure: false });
}

function clearCookie(reply: FastifyReply, name: string): void {
  if (isPlainLoopback(reply.request)) reply.clearCookie(plainName(name), { ...ATTRIBUTES, secure: false });
  else reply.clearCookie(name, ATTRIBUTES);
}

/**
 * Whether the page is one of this machine over http, by the origin that browsers state: not all of them keep Secure cookies
 * there (Safari does not), and none keeps one whose name begins with `__Host-` without Secure.
 */
function isPlainLoopback({ headers: { origin } }: FastifyRequest): boolean {
  const { protocol, hostname } = URL.parse(origin ?? '') ?? {};
  return protocol === 'http:' && isLoopback(hostname ?? '');
}

function plainName(name: string): string {
  return name.replace('__Host-', '');
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
