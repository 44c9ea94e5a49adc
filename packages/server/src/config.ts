import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { DEFAULT_SELLER, type Seller } from '@atrium/contract/billing/seller';
import { LOG_DAYS } from '@atrium/contract/service-api/functions/invocations';
import { isNetwork } from '@atrium/host/http/connections/address';
import { StartError } from '@atrium/host/start-error';
import type { TracingSettings } from '@atrium/host/tracing/open-telemetry';
import { z } from 'zod';
import { checkFunctionsUrl } from './functions-url.ts';
import { type GitAppSettings, gitAppValues, readGitApps } from './git-app-settings.ts';
import { checkPublicUrl, defaultDrainMs } from './public-address.ts';
import { port, secretKey, sentenceFor, text, url, whole } from './setting-values.ts';
import { findMisfits } from './settings-together.ts';
import { readTracing, tracingValues } from './tracing-values.ts';

const ROLES = ['web', 'jobs', 'services'] as const;
const LOG_FORMATS = ['text', 'json'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Parts of Atrium that one process can run. */
export type Role = (typeof ROLES)[number];

/** Everything that can be set from outside, checked. docs/settings.md lists it. */
export interface Config {
  host: string;
  /** 0 = any free port. */
  port: number;
  /** Absolute path. */
  dataFolder: string;
  /** Without a slash at the end. Absent = made from host and port once the server listens. */
  publicUrl: string | undefined;
  /** Address of the functions of a domain, with `{domain}`. Absent = on the console's host; disabled if others reach that. */
  functionsUrl: string | undefined;
  /** Absent = the one after the console's, or any free port. */
  functionsPort: number | undefined;
  /** Addresses and networks whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Whether unencrypted connections to other machines are allowed. */
  trustsNetwork: boolean;
  /** Port of the health endpoint of every role, besides the web's own port; absent = disabled. */
  opsPort: number | undefined;
  opsHost: string;
  /** Token that `/metrics` requires; absent = open only if no other machine can reach the server. */
  metricsToken: string | undefined;
  /** Destination of traces; absent = no tracing. */
  tracing: TracingSettings | undefined;
  /** Absent = the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined;
  /** The same database past a pooler; absent = `databaseUrl` leads to the database itself. */
  directDatabaseUrl: string | undefined;
  /** Connections of one pool. */
  databasePoolSize: number;
  roles: readonly Role[];
  /**
   * Address at which web and jobs call the shipped services, without a trailing slash. Absent = this process's
   * services.
   */
  servicesUrl: string | undefined;
  /** Time during which requests are still served after a stop, while load balancers notice that it is not ready. */
  drainMs: number;
  smtpUrl: string | undefined;
  /** Seller on invoices issued from now on. */
  seller: Seller;
  stripeSecretKey: string | undefined;
  stripePublishableKey: string | undefined;
  /** Absent = Stripe's events are not taken; payments are settled by asking. */
  stripeWebhookSecret: string | undefined;
  /** Whether git remotes may be at private, local addresses. */
  gitAllowPrivate: boolean;
  /** Whether functions may reach private, local addresses. */
  fetchAllowPrivate: boolean;
  /** The only git hosts that remotes may be at; absent = any. */
  gitHosts: readonly string[] | undefined;
  /** Apps at git hosts that repositories can be connected with. */
  gitApps: readonly GitAppSettings[];
  /** The only hosts that webhooks may be at; any public one when left out. */
  webhookHosts: readonly string[] | undefined;
  /** Whether identity providers may be at private, local addresses. */
  identityAllowPrivate: boolean;
  /** Disk space for repositories cached between pulls. */
  gitCacheMegabytes: number;
  /** Days that single usage events are kept after they were billed. */
  usageEventDays: number;
  /** Days that test runs are kept; 0 = forever. */
  testRunDays: number;
  /** Days that logged calls of functions are kept. */
  callLogDays: number;
  /** Days that log entries are kept; absent = forever. */
  logDays: number | undefined;
  /** Days that ended sessions, used links and caught mails are kept. */
  endedDays: number;
  /** Days that jobs are kept after their end. */
  jobDays: number;
  /** Folder of scheduled and manual backups; absent = manual backups only, in the data folder. */
  backupFolder: string | undefined;
  backupEveryHours: number;
  /** Number of backups to keep. */
  backupsKept: number;
  adminPassword: string | undefined;
  /** Whether administrators have to sign in with a second factor. */
  administratorsNeedFactor: boolean;
  /** 32 bytes in base64; absent = the key in the data folder, made at the first start. */
  secretKey: string | undefined;
  /** The key before it, while a rotation is under way. */
  oldSecretKey: string | undefined;
  /** File with certificates that are trusted besides the usual ones. Node itself reads it, at the start of each process. */
  extraCertificates: string | undefined;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Lines for people, or JSON for programs. */
  logFormat: (typeof LOG_FORMATS)[number];
  /** Folder of per-user files of programs, such as the access key of the command line. Absolute path. */
  userFolder: string;
}

const hostNames = z
  .string()
  .transform((value) => value.split(',').map((host) => host.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(/^[\w.-]+$/)))
  .describe('names of hosts such as github.com,git.example.com with commas between them')
  .optional();

const isOn = z
  .enum(['true', 'false', '1', '0', 'on', 'off'])
  .transform((value) => value === 'true' || value === '1' || value === 'on')
  .describe('true or false')
  .default(false);

const Environment = z
  .object({
    HOST: text('a host name or an address to listen on').default('127.0.0.1'),
    PORT: port().default(8080),
    ATRIUM_DATA: text('the path of a folder').default('data'),
    ATRIUM_PUBLIC_URL: url(['http:', 'https:'], 'an address such as https://console.example.com').optional(),
    ATRIUM_FUNCTIONS_URL: text('an address such as https://{domain}.run.example.com').optional(),
    ATRIUM_FUNCTIONS_PORT: port().optional(),
    ATRIUM_TRUSTED_PROXIES: z
      .string()
      .transform((value) => (value.trim() === 'none' ? [] : value.split(',').map((entry) => entry.trim())))
      .pipe(z.array(z.string().refine(isNetwork)))
      .describe('none, or addresses and networks such as 127.0.0.1,10.0.0.0/8 with commas between them')
      .default(['127.0.0.0/8', '::1']),
    ATRIUM_TRUSTED_NETWORK: isOn,
    ATRIUM_OPS_PORT: port().optional(),
    ATRIUM_OPS_HOST: text('a host name or an address to listen on').default('127.0.0.1'),
    ATRIUM_METRICS_TOKEN: z
      .string()
      .regex(/^[\w.~+/=-]{16,200}$/)
      .describe('a token of 16 to 200 letters, digits and . _ ~ + / = -')
      .optional(),
    ...tracingValues,
    DATABASE_URL: url(
      ['postgres:', 'postgresql:'],
      'an address such as postgres://user:password@host:5432/database',
    ).optional(),
    DATABASE_DIRECT_URL: url(
      ['postgres:', 'postgresql:'],
      'an address such as postgres://user:password@host:5432/database',
    ).optional(),
    DATABASE_POOL_SIZE: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((size) => size >= 2 && size <= 200)
      .describe('a number from 2 to 200')
      .default(10),
    ATRIUM_ROLES: z
      .string()
      .transform((value) => value.split(',').map((role) => role.trim()))
      .pipe(z.array(z.enum(ROLES)).min(1))
      .describe('one or more of web, jobs and services with commas between them')
      .default([...ROLES]),
    ATRIUM_SERVICES_URL: url(['http:', 'https:'], 'an address')
      .refine((address) => /^[^?#@]*$/.test(address))
      .describe('an address such as http://services.internal:8080')
      .optional(),
    ATRIUM_DRAIN_MS: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .describe('a whole number of milliseconds from 0 to 999999')
      .optional(),
    SMTP_URL: url(['smtp:', 'smtps:'], 'an address such as smtps://user:password@host:465').optional(),
    ATRIUM_SELLER_NAME: text('the name of who sells').optional(),
    ATRIUM_SELLER_ADDRESS: text('the lines of an address with ; between them')
      .transform((value) =>
        value
          .split(';')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      )
      .refine((lines) => lines.length > 0)
      .optional(),
    ATRIUM_SELLER_EMAIL: z.email().describe('an e-mail address').optional(),
    ATRIUM_SELLER_VAT: z
      .string()
      .trim()
      .regex(/^[A-Z]{2}[A-Z0-9.-]{2,18}( [A-Z]{3,4})?$/)
      .describe('a VAT number with its country, such as ATU12345678')
      .optional(),
    ATRIUM_SELLER_TAX_PERCENT: z
      .string()
      .regex(/^\d{1,2}(\.\d{1,2})?$/)
      .transform(Number)
      .describe('a number of percent from 0 to 99.99')
      .optional(),
    ATRIUM_SELLER_NO_TAX_REASON: text('why invoices have no tax, in a few words').optional(),
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
    ATRIUM_TEST_PAYMENTS: isOn,
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_\w+$/)
      .describe('a secret that begins with whsec_')
      .optional(),
    ATRIUM_GIT_ALLOW_PRIVATE: isOn,
    ATRIUM_FETCH_ALLOW_PRIVATE: isOn,
    ATRIUM_GIT_HOSTS: hostNames,
    ...gitAppValues,
    ATRIUM_WEBHOOK_HOSTS: hostNames,
    ATRIUM_IDENTITY_ALLOW_PRIVATE: isOn,
    ATRIUM_GIT_CACHE_MB: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number)
      .describe('a whole number of megabytes from 0 to 9999999')
      .default(2048),
    ATRIUM_USAGE_EVENT_DAYS: whole(60, 99_999, 'a number of days').default(400),
    ATRIUM_TEST_RUN_DAYS: whole(0, 99_999, 'a number of days').default(400),
    ATRIUM_CALL_LOG_DAYS: whole(1, LOG_DAYS, 'a number of days').default(LOG_DAYS),
    ATRIUM_LOG_DAYS: whole(401, 99_999, 'a number of days').optional(),
    ATRIUM_ENDED_DAYS: whole(1, 400, 'a number of days').default(30),
    ATRIUM_JOB_DAYS: whole(1, 400, 'a number of days').default(7),
    ATRIUM_BACKUP_DIR: text('the path of a folder').optional(),
    ATRIUM_BACKUP_EVERY_HOURS: whole(1, 999, 'a number of hours').default(24),
    ATRIUM_BACKUP_KEEP: whole(1, 9999, 'a number of backups').default(7),
    ATRIUM_ADMIN_PASSWORD: z
      .string()
      .min(8)
      .max(200)
      .describe('a password of 8 to 200 characters')
      .optional(),
    ATRIUM_ADMIN_SECOND_FACTOR: isOn,
    ATRIUM_SECRET_KEY: secretKey(),
    ATRIUM_SECRET_KEY_OLD: secretKey(),
    NODE_EXTRA_CA_CERTS: text('the path of a file').optional(),
    XDG_CONFIG_HOME: text('the path of a folder').optional(),
    LOG_LEVEL: z
      .enum(LOG_LEVELS)
      .describe(`one of ${LOG_LEVELS.join(', ')}`)
      .optional(),
    LOG_FORMAT: z.enum(LOG_FORMATS).describe(LOG_FORMATS.join(' or ')).default('text'),
  })
  .superRefine((settings, context) => {
    for (const sentence of findMisfits(settings)) context.addIssue(sentence);
  });

/** The seller of the settings, which are complete, or the example. */
function readSeller({
  ATRIUM_SELLER_NAME: name,
  ATRIUM_SELLER_ADDRESS: address,
  ATRIUM_SELLER_EMAIL: email,
  ...tax
}: z.infer<typeof Environment>): Seller {
  if (name === undefined || address === undefined || email === undefined) return DEFAULT_SELLER;
  return {
    name,
    address,
    email,
    vat: tax.ATRIUM_SELLER_VAT ?? null,
    taxPercent: tax.ATRIUM_SELLER_TAX_PERCENT ?? null,
    noTaxReason: tax.ATRIUM_SELLER_NO_TAX_REASON ?? null,
  };
}

/** Names of all settings; environment variables with other names are ignored. */
export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

/** Reads the settings once. An empty value counts as not set. Throws one sentence about the first invalid one. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new StartError(sentenceFor(parsed.error.issues[0], given, Environment.shape));
  const settings = parsed.data;
  if (settings.DATABASE_URL === undefined && !settings.ATRIUM_ROLES.includes('web')) {
    throw new StartError(
      `ATRIUM_ROLES=${settings.ATRIUM_ROLES.join(',')} runs without web, which has the embedded database; set DATABASE_URL to the database that all processes share.`,
    );
  }
  checkPublicUrl(settings);
  checkFunctionsUrl(settings.ATRIUM_FUNCTIONS_URL, settings.ATRIUM_PUBLIC_URL);
  const logFormat = settings.LOG_FORMAT;
  return {
    host: settings.HOST,
    port: settings.PORT,
    dataFolder: resolve(settings.ATRIUM_DATA),
    publicUrl: settings.ATRIUM_PUBLIC_URL?.replace(/\/+$/, ''),
    functionsUrl: settings.ATRIUM_FUNCTIONS_URL?.replace(/\/+$/, ''),
    functionsPort: settings.ATRIUM_FUNCTIONS_PORT,
    trustedProxies: settings.ATRIUM_TRUSTED_PROXIES,
    trustsNetwork: settings.ATRIUM_TRUSTED_NETWORK,
    opsPort: settings.ATRIUM_OPS_PORT,
    opsHost: settings.ATRIUM_OPS_HOST,
    metricsToken: settings.ATRIUM_METRICS_TOKEN,
    tracing: readTracing(settings),
    databaseUrl: settings.DATABASE_URL,
    directDatabaseUrl: settings.DATABASE_DIRECT_URL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    roles: settings.ATRIUM_ROLES,
    servicesUrl: settings.ATRIUM_SERVICES_URL && inOneSpelling(settings.ATRIUM_SERVICES_URL),
    drainMs: settings.ATRIUM_DRAIN_MS ?? defaultDrainMs(settings.ATRIUM_PUBLIC_URL),
    smtpUrl: settings.SMTP_URL,
    seller: readSeller(settings),
    stripeSecretKey: settings.STRIPE_SECRET_KEY,
    stripePublishableKey: settings.STRIPE_PUBLISHABLE_KEY,
    stripeWebhookSecret: settings.STRIPE_WEBHOOK_SECRET,
    gitAllowPrivate: settings.ATRIUM_GIT_ALLOW_PRIVATE,
    fetchAllowPrivate: settings.ATRIUM_FETCH_ALLOW_PRIVATE,
    gitHosts: settings.ATRIUM_GIT_HOSTS,
    gitApps: readGitApps(settings),
    webhookHosts: settings.ATRIUM_WEBHOOK_HOSTS,
    identityAllowPrivate: settings.ATRIUM_IDENTITY_ALLOW_PRIVATE,
    gitCacheMegabytes: settings.ATRIUM_GIT_CACHE_MB,
    usageEventDays: settings.ATRIUM_USAGE_EVENT_DAYS,
    testRunDays: settings.ATRIUM_TEST_RUN_DAYS,
    callLogDays: settings.ATRIUM_CALL_LOG_DAYS,
    logDays: settings.ATRIUM_LOG_DAYS,
    endedDays: settings.ATRIUM_ENDED_DAYS,
    jobDays: settings.ATRIUM_JOB_DAYS,
    backupFolder: settings.ATRIUM_BACKUP_DIR && resolve(settings.ATRIUM_BACKUP_DIR),
    backupEveryHours: settings.ATRIUM_BACKUP_EVERY_HOURS,
    backupsKept: settings.ATRIUM_BACKUP_KEEP,
    adminPassword: settings.ATRIUM_ADMIN_PASSWORD,
    administratorsNeedFactor: settings.ATRIUM_ADMIN_SECOND_FACTOR,
    secretKey: settings.ATRIUM_SECRET_KEY,
    oldSecretKey: settings.ATRIUM_SECRET_KEY_OLD,
    extraCertificates: settings.NODE_EXTRA_CA_CERTS,
    // In a terminal, failures matter more than every request.
    logLevel: settings.LOG_LEVEL ?? (logFormat === 'text' ? 'warn' : 'info'),
    logFormat,
    userFolder: resolve(settings.XDG_CONFIG_HOME ?? join(homedir(), '.config')),
  };
}

/** Normalizes an address: without the default port, in lower case. */
function inOneSpelling(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}
