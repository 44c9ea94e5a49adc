import type { PersonTables } from '@atrium/host/database/person-tables';
import { accessKeysPersonTables } from './access-keys/person-record.repository.ts';
import { accountsPersonTables } from './accounts/people/person-record.repository.ts';
import {
  factorPersonTables,
  providerPersonTables,
} from './accounts/second-factors/factor-record.repository.ts';
import { auditPersonTables } from './audit/person-record.repository.ts';
import { billingPersonTables } from './billing/person-record.repository.ts';
import { configurationPersonTables } from './configuration/person-record.repository.ts';
import { connectionsPersonTables } from './connections/person-record.repository.ts';
import type { Database } from './database/schema.ts';
import { mailPersonTables } from './mail/person-record.repository.ts';
import { notificationsPersonTables } from './notifications/person-record.repository.ts';
import { testRunsPersonTables } from './test-runs/person-record.repository.ts';
import { workPersonTables } from './work/person-record.repository.ts';

/** Personal data in every table of the platform, in the order of the download. */
export const personTables: PersonTables<Database> = {
  ...accountsPersonTables,
  ...factorPersonTables,
  ...providerPersonTables,
  ...mailPersonTables,
  ...accessKeysPersonTables,
  ...billingPersonTables,
  ...configurationPersonTables,
  ...connectionsPersonTables,
  ...testRunsPersonTables,
  ...notificationsPersonTables,
  ...workPersonTables,
  ...auditPersonTables,
  bonuses: 'Set by administrators, for everyone.',
  callCounts:
    'How often addresses have called in this minute; it names no one, and is deleted a minute later.',
  databaseBackups: 'When the whole database was backed up, and where to.',
  demoSeeds: 'Which parts of the demo were filled in.',
  connectionEvents: 'What happened to connected repositories of a domain.',
  connectionHooks: 'Webhooks of connected repositories of a domain.',
  connectionStates: 'How services of a domain compare with connected repositories.',
  domainDayCounts: 'How much a domain did in a day, whoever did it.',
  domainLimits: 'Limits of a domain, which are on its page.',
  functionMails: 'Mails that functions of a domain have sent: content of the domain.',
  refusedAddresses: 'Addresses that mail servers refuse, to which functions of a domain have sent mails.',
  idempotencyKeys:
    'Responses kept for a day in case a request is repeated: they repeat what is in the other lists.',
  outboxDeliveries: 'Messages to receivers of the domain, such as webhooks, and how that went.',
  priceRevisions: 'Set by administrators, for everyone.',
  priceRules: 'Set by administrators, for everyone.',
  secretKeys: 'Which keys of the platform are current.',
  serviceHealth: 'How the services are.',
  serviceHealthDays: 'How the services were, by the day.',
  services: 'Which services there are.',
  testProviderCards: 'Made-up cards of the payment provider of development.',
  testProviderCharges: 'Made-up payments of the payment provider of development.',
  testProviderTokens: 'Made-up cards of the payment provider of development.',
  valueKeys: 'The key of the secrets of functions.',
};

/** Tables that are made by tools, and why they hold nothing of a person. */
export const toolTables = {
  schemaMigrations: 'Which migrations were applied, with their checksums.',
};
