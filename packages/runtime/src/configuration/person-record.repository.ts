import type { PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { ConfigurationTables } from './configuration.tables.ts';

/** Records of a person in versions of the configuration. */
export const configurationPersonTables: PersonTables<ConfigurationTables> = {
  version: {
    list: 'versions',
    about: 'Versions of the configuration that you made.',
    whose: ({ domainId, userId }) => sql`domain_id = ${domainId} and author = ${userId}`,
    order: ['serviceId', 'version'],
  },
  configuration: 'Which version of the domain is live.',
  blob: 'Contents of the domain’s files: they name no person.',
  file: 'Files of the domain: they name no person.',
};
