import { resolve } from 'node:path';
import { isLoopback, isNetwork } from '@atrium/host/http/address';
import { StartError } from '@atrium/host/start-error';
import { z } from 'zod';

const ROLES = ['web', 'jobs', 'services'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Parts of Atrium that one process can run. */
export type Role = (typeof ROLES)[number];

/** Everything that can be set from outside, checked. The README lists it. */
export interface Config {
  host: string;
  /** 0 = any free port. */
  port: number;
  /** Absolute path. */
  dataFolder: string;
  /** Without a slash at the end. Absent = made from host and port once the server listens. */
  publicUrl: string | undefined;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** What `/metrics` asks for; absent = it is open only where no other machine can reach the server. */
  metricsToken: string | undefined;
  /** Absent = the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  roles: readonly Role[];
  smtpUrl: string | undefined;
  stripeSecretKey: string | undefined;
  stripePublishableKey: string | undefined;
  /** Absent = Stripe's events are not taken; payments are settled by asking. */
  stripeWebhookSecret: string | undefined;
  /** Whether git remotes may be at private, local addresses. */
  gitAllowPrivate: boolean;
  /** The only git hosts that remotes may be at; absent = any. */
  gitHosts: readonly string[] | undefined;
  /** Whether identity providers may be at private, local addresses. */
  identityAllowPrivate: boolean;
  /** What the repositories kept between pulls may take on the disk. */
  gitCacheMegabytes: number;
  adminPassword: string | undefined;
  /** Whether administrators have to sign in with a second factor. */
  administratorsNeedFactor: boolean;
  /** 32 bytes in base64; absent = the key in the data folder, made at the first start. */
  secretKey: string | undefined;
  /** The key before it, while a rotation is under way. */
  oldSecretKey: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
}

const Environment = z
  .object({
    HOST: text('a host name or an address to listen on').default('127.0.0.1'),
    PORT: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((port) => port <= 65_535)
      .describe('a number from 0 to 65535')
      .default(8080),
    ATRIUM_DATA: text('the path of a folder').default('data'),
    ATRIUM_PUBLIC_URL: url(['http:', 'https:'], 'an address such as https://console.example.com').optional(),
    ATRIUM_TRUSTED_PROXIES: z
      .string()
      .transform((value) => (value.trim() === 'none' ? [] : value.split(',').map((entry) => entry.trim())))
      .pipe(z.array(z.string().refine(isNetwork)))
      .describe('none, or addresses and networks such as 127.0.0.1,10.0.0.0/8 with commas between them')
      .default(['127.0.0.0/8', '::1']),
    ATRIUM_METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/=-]{16,200}$/)
      .describe('a token of 16 to 200 letters, digits and . _ ~ + / = -')
      .optional(),
    DATABASE_URL: url(
      ['postgres:', 'postgresql:'],
      'an address such as postgres://user:password@host:5432/database',
    ).optional(),
    ATRIUM_ROLES: z
      .string()
      .transform((value) => value.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES)).min(1))
      .describe('one or more of web, jobs and services with commas between them')
      .default([...ROLES]),
    SMTP_URL: url(['smtp:', 'smtps:'], 'an address such as smtps://user:password@host:465').optional(),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_\w+$/)
      .describe('a key that begins with sk_ or rk_')
      .optional(),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_\w+$/)
      .describe('a key that begins with pk_')
      .optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\w+$/)
      .describe('a secret that begins with whsec_')
      .optional(),
    ATRIUM_GIT_ALLOW_PRIVATE: z
      .enum(['true', 'false', '1', '0', 'on', 'off'])
      .transform((value) => value === 'true' || value === '1' || value === 'on')
      .describe('true or false')
      .default(false),
    ATRIUM_GIT_HOSTS: z
      .string()
      .transform((value) => value.split(',').map((host) => host.trim().toLowerCase()))
      .pipe(z.array(z.string().regex(/^[\w.-]+$/)))
      .describe('names of hosts such as github.com,git.example.com with commas between them')
      .optional(),
    ATRIUM_IDENTITY_ALLOW_PRIVATE: z
      .enum(['true', 'false', '1', '0', 'on', 'off'])
      .transform((value) => value === 'true' || value === '1' || value === 'on')
      .describe('true or false')
      .default(false),
    ATRIUM_GIT_CACHE_MB: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number)
      .describe('a whole number of megabytes from 0 to 9999999')
      .default(2048),
    ATRIUM_ADMIN_PASSWORD: z
      .string()
      .min(8)
      .max(200)
      .describe('a password of 8 to 200 characters')
      .optional(),
    ATRIUM_ADMIN_SECOND_FACTOR: z
      .enum(['true', 'false', '1', '0', 'on', 'off'])
      .transform((value) => value === 'true' || value === '1' || value === 'on')
      .describe('true or false')
      .default(false),
    ATRIUM_SECRET_KEY: secretKey(),
    ATRIUM_SECRET_KEY_OLD: secretKey(),
    LOG_LEVEL: z
      .enum(LOG_LEVELS)
      .describe(`one of ${LOG_LEVELS.join(', ')}`)
      .default('info'),
  })
  .superRefine((environment, context) => {
    if (
      (environment.STRIPE_SECRET_KEY === undefined) !==
      (environment.STRIPE_PUBLISHABLE_KEY === undefined)
    ) {
      context.addIssue('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY belong together; set both or none.');
    }
    if (environment.ATRIUM_SECRET_KEY_OLD !== undefined && environment.ATRIUM_SECRET_KEY === undefined) {
      context.addIssue(
        'ATRIUM_SECRET_KEY_OLD is the key that ATRIUM_SECRET_KEY replaces; set both, or remove the old one.',
      );
    }
  });

/** Settings whose values must not be shown, not even wrong ones. */
const SECRET = /PASSWORD|SECRET|TOKEN|^DATABASE_URL$|^SMTP_URL$/;

/** Reads the settings once. An empty value counts as not set. Throws one sentence about the first invalid one. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new StartError(sentenceFor(parsed.error.issues[0], given));
  const settings = parsed.data;
  if (settings.DATABASE_URL === undefined && !settings.ATRIUM_ROLES.includes('web')) {
    throw new StartError(
      `ATRIUM_ROLES=${settings.ATRIUM_ROLES.join(',')} runs without web, which has the embedded database; set DATABASE_URL to the database that all processes share.`,
    );
  }
  checkPublicUrl(settings.ATRIUM_PUBLIC_URL, settings.SMTP_URL);
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataFolder: resolve(settings.ATRIUM_DATA),
    publicUrl: settings.ATRIUM_PUBLIC_URL?.replace(/\/+$/, ''),
    trustedProxies: settings.ATRIUM_TRUSTED_PROXIES,
    metricsToken: settings.ATRIUM_METRICS_TOKEN,
    databaseUrl: settings.DATABASE_URL,
    roles: settings.ATRIUM_ROLES,
    smtpUrl: settings.SMTP_URL,
    stripeSecretKey: settings.STRIPE_SECRET_KEY,
    stripePublishableKey: settings.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    gitAllowPrivate: settings.ATRIUM_GIT_ALLOW_PRIVATE,
    gitHosts: settings.ATRIUM_GIT_HOSTS,
    identityAllowPrivate: settings.ATRIUM_IDENTITY_ALLOW_PRIVATE,
    gitCacheMegabytes: settings.ATRIUM_GIT_CACHE_MB,
    adminPassword: settings.ATRIUM_ADMIN_PASSWORD,
    administratorsNeedFactor: settings.ATRIUM_ADMIN_SECOND_FACTOR,
    secretKey: settings.ATRIUM_SECRET_KEY,
    oldSecretKey: settings.ATRIUM_SECRET_KEY_OLD,
    logLevel: settings.LOG_LEVEL,
  };
}

/** What an address that others can reach needs. */
function checkPublicUrl(publicUrl: string | undefined, smtpUrl: string | undefined): void {
  if (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname)) return;
  const reached = `ATRIUM_PUBLIC_URL=${publicUrl} can be reached by others, so`;
  if (new URL(publicUrl).protocol !== 'https:') {
    throw new StartError(
      `${reached} it must be https: browsers keep no one signed in without. Put a proxy with a certificate in front.`,
    );
  }
  if (smtpUrl === undefined) {
    throw new StartError(
      `${reached} e-mails must be sent to them and cannot be shown on a page; set SMTP_URL to the mail server.`,
    );
  }
}

function sentenceFor(issue: z.core.$ZodIssue | undefined, given: Record<string, string | undefined>): string {
  const name = String(issue?.path[0] ?? '') as keyof typeof Environment.shape;
  if (!name) return issue?.message ?? 'The settings are wrong.';
  const shown = SECRET.test(name) ? 'The value of this setting' : `"${given[name]}"`;
  return `${name} must be ${expectationOf(name)}. ${shown} is not.`;
}

function expectationOf(name: keyof typeof Environment.shape): string {
  // Every setting is optional or has a default around the schema that describes it.
  return Environment.shape[name].unwrap().description ?? 'different';
}

function text(description: string) {
  return z.string().trim().min(1).describe(description);
}

function secretKey() {
  return z
    .string()
    .trim()
    .regex(/^[\w+/-]{43}=?$/)
    .describe('32 random bytes in base64 (the output of "openssl rand -base64 32")')
    .optional();
}

function url(protocols: string[], description: string) {
  return z
    .string()
    .trim()
    .refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    .describe(description);
}
