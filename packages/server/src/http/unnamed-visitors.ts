import { isLoopback, matchNetworks } from '@atrium/host/http/connections/address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { isPublished } from '../public-address.ts';

const NOTICE =
  'A trusted proxy does not say who calls (X-Forwarded-For), so all visitors count as one and share their limits. Let it send the header, or name the proxies in ATRIUM_TRUSTED_PROXIES.';

/** A proxy that was set right meanwhile is not held against it. */
const REMEMBERED_MS = 15 * 60_000;

/**
 * Notices that a proxy in front of a published Atrium passes visitors on without their addresses: says so in the log once,
 * and returns what to say of it at this moment.
 */
export function watchForUnnamedVisitors(
  app: FastifyInstance,
  { config, clock, log }: { config: Config; clock: Clock; log: Logger },
): () => string | undefined {
  const isTrusted = matchNetworks(config.trustedProxies);
  // Probes and programs on this machine have no visitor behind them; browsers do, and say so.
  const isUnnamed = ({ headers, socket }: FastifyRequest) =>
    headers['sec-fetch-site'] !== undefined &&
    headers['x-forwarded-for'] === undefined &&
    (isTrusted(socket.remoteAddress ?? '') || isLoopback(socket.remoteAddress ?? ''));
  let lastSeenMs: number | undefined;
  if (isPublished(config.publicUrl)) {
    app.addHook('onRequest', (request, _reply, done) => {
      if (isUnnamed(request)) {
        if (lastSeenMs === undefined) log.warn(NOTICE);
        lastSeenMs = clock.now().getTime();
      }
      done();
    });
  }
  return () =>
    lastSeenMs !== undefined && clock.now().getTime() - lastSeenMs < REMEMBERED_MS ? NOTICE : undefined;
}
