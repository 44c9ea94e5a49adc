import type { Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { type AccessKeys, createAccessKeys } from './access-keys/access-keys.service.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { findCaller } from './accounts/callers.service.ts';
import type { Passwords } from './accounts/passwords.service.ts';
import { createTokens, type Tokens } from './accounts/tokens.service.ts';
import { type Articles, createArticles } from './articles/articles.service.ts';
import { type Audit, createAudit } from './audit/audit.service.ts';
import { createLog, type Log } from './audit/log.service.ts';
import { type Billing, createBilling } from './billing/billing.ts';
import { type Clock, createRandom, type Random, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Configuration, createConfiguration } from './configuration/configuration.ts';
import { createEvents, type Events } from './database/events.ts';
import { createNotifications, type Notifications } from './database/notifications.ts';
import type { Database } from './database/schema.ts';
import type { VerifyBearer } from './http/caller.ts';
import { UnauthenticatedError } from './http/errors.ts';
import { createPublicUrl, type PublicUrl } from './http/public-url.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { type Bonuses, createBonuses } from './pricing/bonus.service.ts';
import { createPricing, type Pricing } from './pricing/pricing.service.ts';
import { createGit, type GitOptions } from './providers/git/git.ts';
import { gitLimits } from './providers/git/git-limits.ts';
import type { MailProvider } from './providers/mail.ts';
import { createDevelopmentMail } from './providers/mail-development.ts';
import type { StripeProvider } from './providers/payments/stripe-provider.ts';
import { createTestProvider, type TestPaymentProvider } from './providers/payments/test-provider.ts';
import { createServices, type Services } from './services/services.service.ts';
import { buildTestRuns, type TestRunning } from './test-runs/test-runs.ts';

/** Every part of the server, built once. Tests replace some of the parts it is built from. */
export interface Context {
  config: Config;
  clock: Clock;
  random: Random;
  log: Logger;
  db: Kysely<Database>;
  notifications: Notifications;
  events: Events;
  publicUrl: PublicUrl;
  jobs: Jobs;
  tokens: Tokens;
  accounts: Accounts;
  services: Services;
  configuration: Configuration;
  articles: Articles;
  audit: Audit;
  changeLog: Log;
  pricing: Pricing;
  bonuses: Bonuses;
  billing: Billing;
  accessKeys: AccessKeys;
  testRuns: TestRunning;
  verifyBearer: VerifyBearer;
  /** Ends what the context itself keeps open; the database is closed by whoever opened it. */
  close(): Promise<void>;
}

/** What the context is built from: made by main.ts for the product and by test/support.ts for tests. */
export interface ContextParts {
  config: Config;
  log: Logger;
  db: Kysely<Database>;
  /** Where `db` is, for the connection that listens. */
  connection: PoolConfig;
  clock?: Clock;
  random?: Random;
  passwords?: Passwords;
  mail?: MailProvider;
  payments?: typeof createTestProvider;
  /** Other limits and another look-up of names than the product's. */
  git?: Partial<GitOptions>;
}

export async function buildContext({
  config,
  log,
  db,
  connection,
  ...parts
}: ContextParts): Promise<Context> {
  const clock = parts.clock ?? systemClock;
  const random = parts.random ?? createRandom(clock);
  const tokens = await createTokens(db, clock, random);
  const services = createServices(db, clock, tokens);
  const audit = createAudit(clock, random);
  const notifications = createNotifications(connection, log);
  const events = createEvents(db, notifications);
  const publicUrl = createPublicUrl(config);
  const jobs = await createJobs(db, log);
  const mail = parts.mail ?? (await chooseMailProvider(config, publicUrl, clock, random));
  const accounts = createAccounts({
    ...{ db, clock, random, tokens, audit, jobs, mail, notifications, publicUrl },
    passwords: parts.passwords,
  });
  const pricing = createPricing({ db, clock, random, audit, listPricedServices: services.list });
  const bonuses = createBonuses(db, clock, random, audit);
  const accessKeys = createAccessKeys({ db, clock, audit, findCaller: (userId) => findCaller(db, userId) });
  const billing = createBilling({
    ...{ db, clock, random, audit, events, pricing, bonuses },
    provider: await choosePaymentProvider(config, () =>
      (parts.payments ?? createTestProvider)(db, clock, random),
    ),
    listNames: services.list,
  });
  const git = createGit({
    cacheFolder: config.dataFolder,
    allowPrivate: config.gitAllowPrivate,
    maxCacheBytes: config.gitCacheMegabytes * 1024 * 1024,
    limits: gitLimits,
    ...parts.git,
  });
  const configuration = createConfiguration(
    { db, clock, random, log, audit, services, events, git },
    accounts,
  );
  notifications.start();
  return {
    config,
    clock,
    random,
    log,
    db,
    notifications,
    events,
    publicUrl,
    jobs,
    tokens,
    accounts,
    services,
    configuration,
    articles: createArticles(),
    audit,
    changeLog: createLog(db, clock, accounts.people),
    pricing,
    bonuses,
    billing,
    accessKeys,
    testRuns: buildTestRuns({ db, clock, random, log, jobs, services, accounts, events }),
    async verifyBearer(token) {
      const accessKeyId = tokens.foreignKeyId(token);
      if (accessKeyId !== undefined) return accessKeys.verify(accessKeyId, token);
      const caller = await tokens.verifyAccessToken(token);
      if (caller.sessionId !== null && (await accounts.endedSessions.hasEnded(caller.sessionId))) {
        throw new UnauthenticatedError('Your session has ended. Please sign in again.');
      }
      return { caller };
    },
    async close() {
      await configuration.settle();
      git.close();
      await notifications.stop();
      await jobs.stop();
      mail.close();
    },
  };
}

// What is outside is loaded where it is used: the two would be a third of every start.

async function chooseMailProvider(
  { smtpUrl }: Config,
  publicUrl: PublicUrl,
  clock: Clock,
  random: Random,
): Promise<MailProvider> {
  if (smtpUrl === undefined) return createDevelopmentMail(clock, random);
  const { createSmtpMail } = await import('./providers/mail-smtp.ts');
  return createSmtpMail(smtpUrl, publicUrl.get);
}

async function choosePaymentProvider(
  { stripeSecretKey, stripePublishableKey, stripeWebhookSecret }: Config,
  createDefault: () => TestPaymentProvider,
): Promise<StripeProvider | TestPaymentProvider> {
  if (stripeSecretKey === undefined || stripePublishableKey === undefined) return createDefault();
  const { createStripeProvider } = await import('./providers/payments/stripe-provider.ts');
  return createStripeProvider({
    secretKey: stripeSecretKey,
    publishableKey: stripePublishableKey,
    webhookSecret: stripeWebhookSecret,
  });
}
