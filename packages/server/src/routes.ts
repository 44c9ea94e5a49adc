import type { FastifyInstance } from 'fastify';
import { accessKeysRoutes } from './access-keys/access-keys.routes.ts';
import { ownKeyRoutes } from './access-keys/own-key.routes.ts';
import { pageGrantRoutes } from './access-keys/page-grant.routes.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { domainConfigRoutes } from './accounts/domains/domain-config.routes.ts';
import { identityProviderRoutes } from './accounts/identity-providers/identity-provider.routes.ts';
import { ownIdentityRoutes } from './accounts/identity-providers/own-identity.routes.ts';
import { dataExportRoutes } from './accounts/people/data-export.routes.ts';
import { secondFactorRoutes } from './accounts/second-factors/second-factor.routes.ts';
import { publicKeysRoutes } from './accounts/sessions/public-key.routes.ts';
import { signInRoutes } from './accounts/sign-in/sign-in.routes.ts';
import { accountClosingRoutes } from './accounts/support/account-closing.routes.ts';
import { actingRoutes } from './accounts/support/acting.routes.ts';
import { articlesRoutes } from './articles/articles.routes.ts';
import { logRoutes } from './audit/log.routes.ts';
import { billingRoutes } from './billing/billing.routes.ts';
import { configurationRoutes } from './configuration/configuration.routes.ts';
import { connectionsRoutes } from './connections/connections.routes.ts';
import type { Context } from './context.ts';
import { customersRoutes } from './customers/customers.routes.ts';
import { eventsRoutes } from './events/events.routes.ts';
import { gitSyncRoutes } from './git-sync/git-sync.routes.ts';
import { togetherRoutes } from './http/together.routes.ts';
import { limitsRoutes } from './limits/limits.routes.ts';
import { devMailboxRoutes } from './mail/development-mailbox.routes.ts';
import { functionMailsRoutes } from './mail/function-mails/function-mails.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { platformRoutes } from './operations/platform.routes.ts';
import { pricingRoutes } from './pricing/pricing.routes.ts';
import { serviceProxyRoutes } from './services/service-proxy.routes.ts';
import { servicesRoutes } from './services/services.routes.ts';
import { quarantineRoutes } from './test-runs/quarantine.routes.ts';
import { testRunsRoutes } from './test-runs/test-runs.routes.ts';
import { timetableRoutes } from './test-runs/timetable/timetable.routes.ts';
import { workRoutes } from './work/work.routes.ts';

/** Every area's routes, in the order of the house's areas. */
export async function registerRoutes(app: FastifyInstance, context: Context): Promise<void> {
  togetherRoutes(app);
  eventsRoutes(app, context.events, context.isStillSignedIn);
  publicKeysRoutes(app, context.tokens);
  signInRoutes(app, context.accounts, context.publicUrl);
  accountsRoutes(app, context.accounts);
  actingRoutes(app, context.accounts, context.publicUrl);
  secondFactorRoutes(app, context.accounts);
  identityProviderRoutes(app, context.accounts);
  ownIdentityRoutes(app, context.accounts, context.publicUrl);
  accountClosingRoutes(app, context.closings);
  dataExportRoutes(app, context.dataExports);
  domainConfigRoutes(app, context.accounts.domainConfigs);
  devMailboxRoutes(app, context);
  articlesRoutes(app, context.articles);
  logRoutes(app, context.changeLog, context.auditSearch);
  await billingRoutes(app, context.billing);
  pricingRoutes(app, context.pricing, context.bonuses);
  accessKeysRoutes(app, context.machineKeys);
  ownKeyRoutes(app, context);
  pageGrantRoutes(app, context.pageGrants);
  servicesRoutes(
    app,
    context.services,
    context.calls,
    async (domainId) => {
      const { people, functionHosts } = context.accounts;
      const [name, hosts] = await Promise.all([
        people.findAddressName(domainId),
        functionHosts.list(domainId),
      ]);
      const own = hosts.flatMap(({ address }) => address ?? []);
      return { url: context.functionsUrl.of(name ?? '') ?? null, own };
    },
    context.domainTokens,
  );
  functionMailsRoutes(app, context.functionMails);
  await serviceProxyRoutes(app, {
    services: context.services,
    tokens: context.tokens,
    protections: context.configuration.coverage,
    changes: context.configuration.directChanges,
    stops: context.billing.functionStops,
  });
  connectionsRoutes(app, context);
  configurationRoutes(app, context.configuration);
  testRunsRoutes(app, context.testRuns);
  await gitSyncRoutes(app, context.gitSync);
  quarantineRoutes(app, context.testRuns.quarantines);
  timetableRoutes(app, context.testRuns.timetable);
  notificationsRoutes(app, context.notifying.channels);
  limitsRoutes(app, context.limitUses);
  customersRoutes(app, context.customers);
  platformRoutes(app, context.platformState);
  workRoutes(app, context.works);
}
