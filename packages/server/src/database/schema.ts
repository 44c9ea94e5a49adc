import type { Kysely, Transaction } from 'kysely';
import type { AccessKeysTables } from '../access-keys/access-keys.tables.ts';
import type { AccountsTables } from '../accounts/accounts.tables.ts';
import type { IdentityProviderTables } from '../accounts/identity-providers/identity-provider.tables.ts';
import type { SecondFactorTables } from '../accounts/second-factors/second-factor.tables.ts';
import type { AuditTables } from '../audit/audit.tables.ts';
import type { BillingTables } from '../billing/billing.tables.ts';
import type { ConfigurationTables } from '../configuration/configuration.tables.ts';
import type { ConnectionsTables } from '../connections/connections.tables.ts';
import type { DemoTables } from '../demo/demo.tables.ts';
import type { GitSyncTables } from '../git-sync/git-sync.tables.ts';
import type { CallCountTables } from '../http/call-count.tables.ts';
import type { IdempotencyTables } from '../http/idempotency.tables.ts';
import type { LimitsTables } from '../limits/limits.tables.ts';
import type { FunctionMailsTables } from '../mail/function-mails/function-mails.tables.ts';
import type { MailTables } from '../mail/mail.tables.ts';
import type { NotificationsTables } from '../notifications/notifications.tables.ts';
import type { OperationsTables } from '../operations/operations.tables.ts';
import type { OutboxTables } from '../outbox/outbox.tables.ts';
import type { PricingTables } from '../pricing/pricing.tables.ts';
import type { TestProviderTables } from '../providers/payments/test-provider.tables.ts';
import type { SecretsTables } from '../secrets/secrets.tables.ts';
import type { ServicesTables } from '../services/services.tables.ts';
import type { TestRunsTables } from '../test-runs/test-runs.tables.ts';
import type { WorkTables } from '../work/work.tables.ts';

/** All tables, each described where it is queried. */
export interface Database
  extends AccessKeysTables,
    AccountsTables,
    AuditTables,
    BillingTables,
    CallCountTables,
    ConfigurationTables,
    ConnectionsTables,
    DemoTables,
    FunctionMailsTables,
    GitSyncTables,
    IdempotencyTables,
    IdentityProviderTables,
    LimitsTables,
    MailTables,
    NotificationsTables,
    OperationsTables,
    OutboxTables,
    PricingTables,
    SecondFactorTables,
    SecretsTables,
    ServicesTables,
    TestProviderTables,
    TestRunsTables,
    WorkTables {}

/** A connection or a transaction: repositories take either. */
export type Store = Kysely<Database> | Transaction<Database>;
