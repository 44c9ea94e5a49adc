import { isLoopback } from '@atrium/host/http/connections/address';
import { findGitAppMisfits } from './git-app-settings.ts';
import { findDatabaseFault, isPlain, isPlainDatabase, UNLESS_TRUSTED } from './plain-address.ts';

/** Settings that bear on each other, by their names. */
type Settings = Parameters<typeof findGitAppMisfits>[0] & {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_PUBLISHABLE_KEY?: string | undefined;
  DATABASE_URL?: string | undefined;
  DATABASE_DIRECT_URL?: string | undefined;
  ATRIUM_SELLER_NAME?: string | undefined;
  ATRIUM_SELLER_ADDRESS?: readonly string[] | undefined;
  ATRIUM_SELLER_EMAIL?: string | undefined;
  ATRIUM_SELLER_VAT?: string | undefined;
  ATRIUM_SELLER_TAX_PERCENT?: number | undefined;
  ATRIUM_SELLER_NO_TAX_REASON?: string | undefined;
  ATRIUM_OPS_HOST: string;
  ATRIUM_METRICS_TOKEN?: string | undefined;
  ATRIUM_SECRET_KEY?: string | undefined;
  ATRIUM_SECRET_KEY_OLD?: string | undefined;
  ATRIUM_TRUSTED_NETWORK: boolean;
  ATRIUM_ROLES: readonly string[];
  ATRIUM_SERVICES_URL?: string | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
};

const DATABASE_SETTINGS = ['DATABASE_URL', 'DATABASE_DIRECT_URL'] as const;

/** A sentence about each setting that is wrong beside the others, though each is right by itself. */
export function* findMisfits(settings: Settings): Generator<string> {
  if ((settings.STRIPE_SECRET_KEY === undefined) !== (settings.STRIPE_PUBLISHABLE_KEY === undefined)) {
    yield 'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together; set both or none.';
  }
  yield* findSellerMisfits(settings);
  yield* findTaxMisfits(settings);
  yield* findGitAppMisfits(settings);
  for (const name of DATABASE_SETTINGS) {
    const fault = settings[name] && findDatabaseFault(settings[name]);
    // Nothing more can be said of it.
    if (fault) return yield `${name} cannot be used: ${fault}.`;
  }
  if (settings.DATABASE_DIRECT_URL !== undefined && settings.DATABASE_URL === undefined) {
    yield 'DATABASE_DIRECT_URL leads past the pooler of DATABASE_URL; set both, or remove it.';
  }
  if (!isLoopback(settings.ATRIUM_OPS_HOST) && settings.ATRIUM_METRICS_TOKEN === undefined) {
    yield 'ATRIUM_OPS_HOST lets other machines read the figures, so set ATRIUM_METRICS_TOKEN to what they have to send.';
  }
  if (settings.ATRIUM_SECRET_KEY_OLD !== undefined && settings.ATRIUM_SECRET_KEY === undefined) {
    yield 'ATRIUM_SECRET_KEY_OLD is the key that ATRIUM_SECRET_KEY replaces; set both, or remove the old one.';
  }
  yield* findLostServices(settings);
  if (!settings.ATRIUM_TRUSTED_NETWORK) yield* findPlain(settings);
}

/** Web and jobs call the services of their own process, or those at an address. */
function* findLostServices({
  ATRIUM_ROLES: roles,
  ATRIUM_SERVICES_URL: address,
}: Settings): Generator<string> {
  if (!roles.includes('services') && address === undefined)
    yield `ATRIUM_ROLES=${roles.join(',')} runs without services; set ATRIUM_SERVICES_URL to the address at which it reaches them, that of a process with ATRIUM_ROLES=services or of the load balancer in front of several.`;
  if (roles.includes('services') && roles.includes('web') && address !== undefined)
    yield 'ATRIUM_SERVICES_URL leads to services elsewhere, but this process runs its own next to web, for itself only; remove it, or run them in processes of their own (ATRIUM_ROLES=services).';
}

const SELLER_SETTINGS = [
  'ATRIUM_SELLER_NAME',
  'ATRIUM_SELLER_ADDRESS',
  'ATRIUM_SELLER_EMAIL',
  'ATRIUM_SELLER_VAT',
  'ATRIUM_SELLER_TAX_PERCENT',
  'ATRIUM_SELLER_NO_TAX_REASON',
] as const;

/** Stripe's keys for real money. */
const IS_LIVE_KEY = /^(sk|rk)_live_/;

/** An invoice names its seller whole. The example seller is for trials, not for payments of real money. */
function* findSellerMisfits(settings: Settings): Generator<string> {
  const given = SELLER_SETTINGS.find((name) => settings[name] !== undefined);
  const missing = SELLER_SETTINGS.slice(0, 3).find((name) => settings[name] === undefined);
  if (given !== undefined && missing !== undefined)
    return yield `${given} is set, but ${missing} is not: invoices name the seller with address and e-mail address, so set ATRIUM_SELLER_NAME, ATRIUM_SELLER_ADDRESS and ATRIUM_SELLER_EMAIL.`;
  if (!IS_LIVE_KEY.test(settings.STRIPE_SECRET_KEY ?? '')) return;
  if (given === undefined)
    return yield 'STRIPE_SECRET_KEY takes real payments, so invoices have to name who sells: set ATRIUM_SELLER_NAME, ATRIUM_SELLER_ADDRESS and ATRIUM_SELLER_EMAIL.';
  const { ATRIUM_SELLER_TAX_PERCENT: percent, ATRIUM_SELLER_NO_TAX_REASON: reason } = settings;
  if (percent === undefined && reason === undefined)
    yield 'STRIPE_SECRET_KEY takes real payments, so invoices have to state a tax, or why there is none: set ATRIUM_SELLER_VAT and ATRIUM_SELLER_TAX_PERCENT, or ATRIUM_SELLER_NO_TAX_REASON.';
}

/** An invoice states a tax, or why there is none, once its seller has a VAT number. */
function* findTaxMisfits(settings: Settings): Generator<string> {
  const { ATRIUM_SELLER_VAT: vat, ATRIUM_SELLER_TAX_PERCENT: percent } = settings;
  const hasReason = settings.ATRIUM_SELLER_NO_TAX_REASON !== undefined;
  if (vat !== undefined && percent === undefined && !hasReason)
    yield 'ATRIUM_SELLER_VAT is set, so invoices have to state a tax: set ATRIUM_SELLER_TAX_PERCENT, or ATRIUM_SELLER_NO_TAX_REASON.';
  if (percent !== undefined && hasReason)
    yield 'ATRIUM_SELLER_TAX_PERCENT and ATRIUM_SELLER_NO_TAX_REASON exclude each other; set one of them.';
  if (percent !== undefined && vat === undefined)
    yield 'ATRIUM_SELLER_TAX_PERCENT needs ATRIUM_SELLER_VAT, which invoices with tax have to name.';
}

/** On the way to another machine, unencrypted data can be read and changed. */
function* findPlain(settings: Settings): Generator<string> {
  for (const name of DATABASE_SETTINGS) {
    const url = settings[name];
    if (url === undefined || !isPlainDatabase(url)) continue;
    yield `${name} leads to another machine without encryption; add sslmode=verify-full to it, or ${UNLESS_TRUSTED}`;
  }
  const services = settings.ATRIUM_SERVICES_URL;
  if (services !== undefined && isPlain(services)) {
    yield `ATRIUM_SERVICES_URL leads to another machine without encryption; take an https address, or ${UNLESS_TRUSTED}`;
  }
  const traces = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (traces !== undefined && isPlain(traces)) {
    yield `OTEL_EXPORTER_OTLP_ENDPOINT leads to another machine without encryption; take an https address, or ${UNLESS_TRUSTED}`;
  }
}
