import { GIT_RETURN_PATH } from '@atrium/contract/connections/git-apps';
import { Notifications } from '@atrium/host/database/notifications';
import type { Kysely } from 'kysely';
import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { type AccessKeyServices, createAccessKeys, deleteKeysOf } from './access-keys/access-keys.ts';
import { deleteAllowedKeys } from './access-keys/own-key-deletion.repository.ts';
import { type Accounts, createAccounts } from './accounts/accounts.ts';
import { findCaller } from './accounts/people/caller.ts';
import { DataExports } from './accounts/people/data-export.service.ts';
import { Tokens } from './accounts/sessions/token.service.ts';
import type { Passwords } from './accounts/sign-in/password.service.ts';
import type { AccountClosings } from './accounts/support/account-closing.service.ts';
import { ClosedDomains } from './accounts/support/closed-domain.service.ts';
import { Articles } from './articles/articles.service.ts';
import { Audit } from './audit/audit.service.ts';
import { AuditSearch } from './audit/audit-search.service.ts';
import { Log } from './audit/log.service.ts';
import { type Billing, type BillingParts, createBilling, withoutMails } from './billing/billing.ts';
import { FunctionStops } from './billing/budgets/function-stop.service.ts';
import { closingParts } from './billing/invoices/closing-parts.ts';
import { type Clock, createRandom, type Random, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type Configuration, createConfiguration } from './configuration/configuration.ts';
import type { GitComparison } from './configuration/configuration-parts.ts';
import { PULL_ARRANGER } from './configuration/pull/pull-arranger.ts';
import { deleteConnectionsOf } from './connections/connection.repository.ts';
import { type ConnectionServices, createConnections } from './connections/connections.ts';
import { deleteGrantsOf } from './connections/git-grant.repository.ts';
import { Customers } from './customers/customer.service.ts';
import { openDatabase } from './database/connection.ts';
import {
  type OpenStore,
  type OpenStoreOptions,
  openSlowStore,
  openStore,
  openStoreForCommand,
  type StoreConnections,
} from './database/open-store.ts';
import type { Database } from './database/schema.ts';
import { createEvents, type Events } from './events/events.ts';
import { createFunctionsUrl, type FunctionsUrl } from './functions-url.ts';
import { createGitSync, type GitSync } from './git-sync/git-sync.ts';
import { gitReportKind } from './git-sync/reports/git-report.ts';
import { createPublicUrl, type PublicUrl } from './http/public-url.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { Limits } from './limits/limit.service.ts';
import { LimitUses } from './limits/limit-use.service.ts';
import { chooseMailProvider } from './mail/choose-mail-provider.ts';
import { DevelopmentMailbox } from './mail/development-mailbox.service.ts';
import { deleteFunctionMails } from './mail/function-mails/function-mail.repository.ts';
import { FunctionMails } from './mail/function-mails/function-mail.service.ts';
import { Mails } from './mail/mail.service.ts';
import type { MailProvider } from './mail/mail-provider.ts';
import { notificationKinds } from './notifications/delivery-kinds.ts';
import { createNotifying, type Notifying } from './notifications/notifications.ts';
import { Notifier } from './notifications/notifier.service.ts';
import { createOperations, type Operations } from './operations/operations.ts';
import { Outbox } from './outbox/outbox.service.ts';
import { personTables } from './person-tables.ts';
import { Bonuses } from './pricing/bonus.service.ts';
import { Pricing } from './pricing/pricing.service.ts';
import { choosePaymentProvider } from './providers/choose-payment-provider.ts';
import { createGit, type GitOptions } from './providers/git/git.ts';
import { gitLimits } from './providers/git/git-limits.ts';
import { createGitApps } from './providers/git-apps/git-apps.ts';
import { createGitHosts } from './providers/git-hosts/git-host.ts';
import { IdentityClient, type IdentityClientOptions } from './providers/identity/identity-client.ts';
import { createTestProvider } from './providers/payments/test-provider.ts';
import { sealedColumns } from './sealed-columns.ts';
import { Secrets } from './secrets/secrets.service.ts';
import { Calls } from './services/call.service.ts';
import { DomainTokens } from './services/domain-token.service.ts';
import { Services } from './services/services.service.ts';
import { buildTestRuns, type TestRunning, type TestRunningParts } from './test-runs/test-runs.ts';
import { deleteSeen } from './work/work.repository.ts';
import type { StartedWorks } from './work/work.service.ts';
import { createStartedWorks } from './work/work.ts';

/** Every part of the server, built once. Tests replace some of the parts it is built from. */
export interface Context extends AccessKeyServices, ConnectionServices, Operations {
  config: Config;
  clock: Clock;
  random: Random;
  log: Logger;
  db: Kysely<Database>;
  /** A connection of its own, so that slow work of others says nothing of whether the database is there. */
  readinessDb: Kysely<Database>;
  notifications: Notifications<Database>;
  events: Events;
  publicUrl: PublicUrl;
  functionsUrl: FunctionsUrl;
  jobs: Jobs;
  secrets: Secrets;
  tokens: Tokens;
  accounts: Accounts;
  closings: AccountClosings;
  dataExports: DataExports;
  closedDomains: ClosedDomains;
  mail: Mails;
  mailbox: DevelopmentMailbox;
  services: Services;
  calls: Calls;
  domainTokens: DomainTokens;
  functionMails: FunctionMails;
  configuration: Configuration;
  articles: Articles;
  audit: Audit;
  changeLog: Log;
  auditSearch: AuditSearch;
  pricing: Pricing;
  bonuses: Bonuses;
  billing: Billing;
  /** Billing at another time, paid at the test provider: the past of the demo is made with it. */
  billingAt: (parts: Pick<BillingParts, 'clock' | 'listNames'>) => Billing;
  testRuns: TestRunning;
  gitSync: GitSync;
  outbox: Outbox;
  notifier: Notifier;
  notifying: Notifying;
  limits: Limits;
  limitUses: LimitUses;
  customers: Customers;
  works: StartedWorks;
  /** Closes resources of the context; the opener of the database closes the database. */
  close(): Promise<void>;
}

/** Parts from which a context is built: by main.ts for the product, by test/support.ts for tests. */
export interface ContextParts extends Pick<TestRunningParts, 'retryAfterMs'> {
  config: Config;
  log: Logger;
  db: Kysely<Database>;
  connection: PoolConfig;
  /** The same database past a pooler, for the connection that listens. */
  directConnection?: PoolConfig;
  clock?: Clock;
  random?: Random;
  passwords?: Passwords;
  mail?: MailProvider;
  payments?: typeof createTestProvider;
  /** Other limits and other look-ups of names than the product's. */
  git?: Partial<GitOptions>;
  identity?: Partial<IdentityClientOptions>;
}

/** The product's context, on its store. Close the context first, then stop the store. */
export interface OpenContext {
  context: Context;
  store: OpenStore;
}

type OpenContextOptions = OpenStoreOptions & Pick<ContextParts, 'config' | 'log'>;

export async function openContext(options: OpenContextOptions): Promise<OpenContext> {
  return buildOn(await openStore(options), options);
}

/** Like `openContext`, but can run beside a running Atrium on the same data folder. */
export async function openContextForCommand(options: OpenContextOptions): Promise<OpenContext> {
  return buildOn(await openStoreForCommand(options), options);
}

/** For the process that answers slow calls, on the store of its parent. */
export async function openSlowContext(options: StoreConnections & OpenContextOptions): Promise<OpenContext> {
  return buildOn(openSlowStore(options), options);
}

async function buildOn(store: OpenStore, { config, log }: OpenContextOptions): Promise<OpenContext> {
  try {
    return { store, context: await buildContext({ config, log, ...store }) };
  } catch (error) {
    await store.stop();
    throw error;
  }
}

export async function buildContext({
  config,
  log,
  db,
  connection,
  directConnection = connection,
  ...parts
}: ContextParts): Promise<Context> {
  const clock = parts.clock ?? systemClock;
  const random = parts.random ?? createRandom(clock);
  const readinessDb = openDatabase({ ...connection, max: 1, application_name: 'atrium readiness' });
  const notifications = new Notifications({ connection: directConnection, db: readinessDb, log });
  const secrets = await Secrets.open({ db, clock, config, columns: sealedColumns });
  const audit = new Audit({ clock, random });
  const limits = new Limits({
    db,
    clock,
    audit,
    notifications,
    hasCard: (domainId, store) => billing.wallet.hasCardOfDomain(domainId, store),
  });
  const limitsOf = (domainId: string) => limits.listOverrides(domainId);
  const tokens = await Tokens.load({ db, clock, random, secrets, notifications, log, limitsOf });
  const services = new Services({ config, db, clock, audit, tokens, notifications });
  const events = createEvents(db, notifications);
  const publicUrl = createPublicUrl(config);
  const functionsUrl = createFunctionsUrl(config);
  const jobs = await createJobs(db, log, config.jobDays);
  const notifier = new Notifier({ clock, random, jobs });
  const mailbox = new DevelopmentMailbox({ db, clock, random });
  const provider = parts.mail ?? (await chooseMailProvider(config, publicUrl, mailbox));
  const composers = () => ({
    accounts: accounts.mails,
    'access-keys': keys.keyMails,
    billing: billing.mails,
    notifications: notifying.mails,
  });
  const mail = new Mails({ db, clock, jobs, provider, publicUrl, composers });
  const accounts = createAccounts({
    config,
    secrets,
    db,
    clock,
    random,
    tokens,
    audit,
    domainLimits: limits,
    jobs,
    events,
    mail,
    notifications,
    publicUrl,
    functionsUrl,
    identityClient: new IdentityClient({
      clock,
      allowPrivate: config.identityAllowPrivate,
      ...parts.identity,
    }),
    passwords: parts.passwords,
    deleteKeysSince: (transaction, user, since) => keys.deleteKeysSince(transaction, user, since),
    deleteAllowedKeys,
  });
  const pricing = new Pricing({
    db,
    clock,
    random,
    audit,
    notifications,
    listPricedServices: () => services.list(),
  });
  const bonuses = new Bonuses({ db, clock, random, audit });
  const keys = createAccessKeys(
    { db, clock, random, audit, secrets, notifications, tokens, services, mail },
    accounts,
  );
  const stops = new FunctionStops({ db, clock, notifications });
  const billingParts = {
    config,
    db,
    mail,
    notifier,
    log,
    random,
    audit,
    accounts,
    events,
    jobs,
    limits,
    pricing,
    bonuses,
    stops,
  };
  const billing = createBilling({
    ...billingParts,
    clock,
    provider: await choosePaymentProvider(config, () =>
      (parts.payments ?? createTestProvider)(db, clock, random),
    ),
    listNames: () => services.listRegistered(),
  });
  const git = createGit({
    cacheFolder: config.dataFolder,
    allowPrivate: config.gitAllowPrivate,
    hosts: config.gitHosts,
    maxCacheBytes: config.gitCacheMegabytes * 1024 * 1024,
    limits: gitLimits,
    limitsOf,
    arrangers: [PULL_ARRANGER],
    ...parts.git,
  });
  // Git sync is created later: it needs configuration and test runs itself.
  const gitSyncLater: Pick<GitSync, keyof GitComparison | 'noteConnected' | 'noteRunEnded'> = {
    noteChange: (transaction, change) => gitSync.noteChange(transaction, change),
    notePulled: (transaction, pulled) => gitSync.notePulled(transaction, pulled),
    findSeen: (domainId, place) => gitSync.findSeen(domainId, place),
    noteConnected: (transaction, key, isMoved) => gitSync.noteConnected(transaction, key, isMoved),
    noteRunEnded: (transaction, run) => gitSync.noteRunEnded(transaction, run),
  };
  const connectionServices = createConnections({
    db,
    clock,
    random,
    secrets,
    audit,
    git,
    people: accounts.people,
    gitSync: gitSyncLater,
    gitApps: createGitApps(config.gitApps, {
      clock,
      policy: { allowPrivate: config.gitAllowPrivate, resolveHost: parts.git?.resolveHost },
      redirectUrl: () => publicUrl.get() + GIT_RETURN_PATH,
    }),
  });
  const { connections, gitGrants } = connectionServices;
  const configuration = createConfiguration(
    {
      db,
      clock,
      random,
      log,
      audit,
      limits,
      services,
      events,
      git,
      connections,
      jobs,
      gitSync: gitSyncLater,
    },
    accounts,
  );
  const limitUses = new LimitUses({
    limits,
    findDomainName: (domainId) => accounts.people.findDomainName(domainId),
    sources: [
      ({ domainId }) => accounts.children.countUses(domainId),
      (caller) => services.findStored(caller),
      ({ domainId }) => configuration.countUses(domainId),
      ({ domainId }) => testRuns.countUses(domainId),
    ],
  });
  const closings = accounts.createClosings(closingParts({ services, billing }));
  const { candidates, returns, submissions, protections } = configuration;
  const runParts = {
    db,
    clock,
    random,
    log,
    jobs,
    services,
    accounts,
    audit,
    events,
    notifier,
  };
  const { gitAllowPrivate: allowPrivate, webhookHosts } = config;
  const policy = { allowPrivate, hosts: webhookHosts, resolveHost: parts.git?.resolveHost };
  const hosts = createGitHosts({ ...policy, hosts: config.gitHosts });
  const kinds = [
    ...notificationKinds({ db, clock, secrets, mail, policy }),
    gitReportKind({ db, connections, hosts, publicUrl }),
  ];
  const outbox = new Outbox({ db, clock, random, jobs, kinds });
  const notifying = createNotifying({
    db,
    clock,
    random,
    jobs,
    secrets,
    audit,
    accounts,
    outbox,
    publicUrl,
    notifier,
    services,
    findLastSubmission: (domainId, what) => configuration.backups.findLast(domainId, what),
  });
  const submits = { candidates, returns, submissions, protections, limits };
  const runOptions = {
    gitSync: gitSyncLater,
    runDays: config.testRunDays,
    retryAfterMs: parts.retryAfterMs,
  };
  const testRuns = buildTestRuns({ ...runParts, ...submits, ...runOptions });
  const gitSync: GitSync = createGitSync({
    ...runParts,
    outbox,
    secrets,
    publicUrl,
    git,
    hosts,
    connections,
    gitGrants,
    configuration,
    testRuns,
    findActor: (userId) => findCaller({ db, permissions: accounts.permissions }, userId),
  });
  const areas = [configuration, testRuns, billing, notifying].map(({ deleteDomain }) => deleteDomain);
  const deleteMessages = outbox.deleteDomain.bind(outbox);
  const functionMails = new FunctionMails({
    db,
    clock,
    random,
    audit,
    jobs,
    provider,
    limits,
    hasCard: (domainId, store) => billing.wallet.hasCardOfDomain(domainId, store),
    findDomainName: (domainId, store) => accounts.people.findDomainName(domainId, store),
    listConfirmed: (domainId, addresses, store) =>
      accounts.people.listConfirmedAddresses(domainId, addresses, store),
  });
  const deleters = [
    ...areas,
    deleteConnectionsOf,
    deleteGrantsOf,
    deleteKeysOf,
    deleteSeen,
    deleteMessages,
    deleteFunctionMails,
  ];
  const closedDomains = new ClosedDomains({ db, clock, audit, services, deleters });
  void notifications.start();
  return {
    config,
    clock,
    random,
    log,
    db,
    readinessDb,
    notifications,
    events,
    publicUrl,
    functionsUrl,
    jobs,
    secrets,
    tokens,
    accounts,
    closings,
    closedDomains,
    mail,
    mailbox,
    services,
    calls: new Calls({ services }),
    functionMails,
    domainTokens: new DomainTokens({
      services,
      tokens,
      stops,
      findOwner: (domainId) => accounts.people.findOpenOwner(domainId),
    }),
    ...connectionServices,
    configuration,
    articles: new Articles(),
    audit,
    dataExports: new DataExports({ db, clock, audit, services, tables: personTables }),
    changeLog: new Log({ db, clock, people: accounts.people }),
    auditSearch: new AuditSearch({ db, people: accounts.people, audit }),
    pricing,
    bonuses,
    billing,
    billingAt({ clock, listNames }) {
      const provider = createTestProvider(db, clock, random);
      return createBilling({ ...billingParts, ...withoutMails, clock, listNames, provider });
    },
    ...keys,
    limits,
    limitUses,
    customers: new Customers({ accounts, billing }),
    works: createStartedWorks({ db, clock, configuration, testRuns }),
    testRuns,
    gitSync,
    outbox,
    notifier,
    notifying,
    ...createOperations({
      db,
      clock,
      random,
      config,
      connection: directConnection,
      notifications,
      services,
      billing,
      accounts,
    }),
    async close() {
      await configuration.settle();
      git.close();
      await notifications.stop();
      await jobs.stop();
      await readinessDb.destroy();
      provider.close();
    },
  };
}
