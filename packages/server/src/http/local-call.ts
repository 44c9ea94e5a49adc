import { isLoopback } from '@atrium/host/http/connections/address';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { isPublished } from '../public-address.ts';

/**
 * Headers that proxies add. Anyone can send these, so their values are not trusted: their presence only proves a proxy.
 */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/**
 * Whether a call can only come from this machine: the server listens on loopback, is not published elsewhere by a proxy
 * (which need not add a header), and was called by a name of its own without one.
 */
export function isLocalCall({ host, publicUrl }: Config, { headers, socket }: FastifyRequest): boolean {
  if (!isLoopback(host)) return false;
  if (isPublished(publicUrl)) return false;
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  // The name that was asked for itself: a page of another site may have had its name made to point here.
  const asked = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(asked);
}
