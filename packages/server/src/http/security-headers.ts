import type { Config } from '../config.ts';

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
