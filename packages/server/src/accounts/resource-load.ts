import { ForbiddenError } from '@atrium/host/errors';
import type { FastifyRequest } from 'fastify';

/**
 * Refuses a link of a mail that no person opened: one that a page loads as a picture, script or frame, that a page of
 * another site asks for, or that is fetched ahead. What opens it is a window, whoever linked to it, or the console's
 * own call. Programs other than browsers say none of this, and have no page that others could write.
 */
export function refuseResourceLoads(request: FastifyRequest): void {
  const {
    'sec-fetch-site': site,
    'sec-fetch-mode': mode,
    'sec-fetch-dest': destination,
    'sec-purpose': purpose = '',
  } = request.headers;
  if (request.method === 'HEAD' || purpose.includes('prefetch')) throw new ForbiddenError();
  if (site === undefined || (mode === 'navigate' && destination === 'document')) return;
  const isOwnCall = site === 'same-origin' && (destination ?? 'empty') === 'empty' && mode !== 'no-cors';
  if (!isOwnCall) throw new ForbiddenError();
}
