import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import type { ConfigurationTables } from './configuration.tables.ts';

/** Records of a person in versions of the configuration. */
export const configurationPersonTables: PersonTables<ConfigurationTables> = {
  version: {
    list: 'versions',
    about: 'Versions of the configuration that you made.',
    whose: ownedBy('author'),
    order: ['serviceId', 'version'],
  },
  configuration: 'Which version of the domain is live.',
  withdrawnImport: 'Imports of the domain that are refused: they name no person.',
  blob: 'Contents of the domain’s files: they name no person.',
  strippedSource: 'Contents of the domain’s files: they name no person.',
  file: 'Files of the domain: they name no person.',
};
