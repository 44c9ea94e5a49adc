import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A script, style sheet or font: what only documents obey is not sent with it. */
    isScript?: boolean;
  }
}

/**
 * Headers that browsers apply to documents only: a page loads dozens of scripts, and these headers would be a tenth of
 * each. The remaining policy only forbids framing. Worker scripts are documents in this sense and keep their headers.
 */
const SCRIPT_HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'frame-ancestors': ["'none'"],
      'default-src': helmet.contentSecurityPolicy.dangerouslyDisableDefaultSrc,
    },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies HelmetOptions;

/**
 * Built once: they are the same for each request, and to have helmet write them each time takes a twentieth of a short
 * one. They join the reply's own headers, which Node writes at once as long as none was set on the raw response.
 */
export function installSecurityHeaders(
  app: FastifyInstance,
  policy: Exclude<HelmetOptions['contentSecurityPolicy'], undefined>,
): void {
  // Two are not sent: they are for Internet Explorer and Flash, which open nothing of ours.
  const all = listHeaders({
    contentSecurityPolicy: policy,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
  const few = listHeaders(SCRIPT_HEADERS);
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    reply.headers(routeOptions.config.isScript ? few : all);
    done();
  });
}

/** Headers that helmet adds to every response. */
function listHeaders(options: HelmetOptions): Record<string, string> {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(response.req, response, () => {});
  return response.getHeaders() as Record<string, string>;
}

/** Newer versions of Stripe's script fetch their parts and frames from hosts below its own. */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const STRIPE_FRAMES = [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'];
const STRIPE_API = 'https://api.stripe.com';

/**
 * Content security policy of every page. Scripts and styles come from this host only; the card provider's
 * script and frame are added by name when it is in use.
 */
export function contentSecurityPolicy({ stripePublishableKey }: Config) {
  const usesStripe = stripePublishableKey !== undefined;
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'", ...(usesStripe ? STRIPE_SCRIPTS : [])],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...(usesStripe ? [STRIPE_API] : [])],
      // Pages of services that no operator trusts; everything else here refuses to be framed.
      frameSrc: ["'self'", ...(usesStripe ? STRIPE_FRAMES : [])],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  };
}
