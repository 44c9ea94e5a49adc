import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import { configurationPersonTables } from './configuration/person-record.repository.ts';
import type { RuntimeDatabase } from './database/schema.ts';
import { invocationsPersonTables } from './invocations/person-record.repository.ts';

/** Personal data in every table of the services. */
export const personTables: PersonTables<RuntimeDatabase> = {
  ...configurationPersonTables,
  ...invocationsPersonTables,
  entry: {
    list: 'changedEntries',
    about: 'Entries of collections that you or your access keys changed last.',
    whose: ownedBy('modifiedBy'),
    order: ['collection', 'id'],
    except: {
      document: 'Content of the domain.',
      isConfigured: 'Where the content comes from.',
    },
  },
  acceptedRequest: 'Digests of signed requests of the last day: they name no person.',
  stored: 'How much a domain stores.',
  invoked: 'How much a domain calls.',
  collectionIndex: 'Fields by which collections are sorted.',
  entryIndex: 'Values of entries, for sorting.',
  testEntry: 'Changes of a running test, which are never committed.',
  canceledTest: 'Which tests were canceled in the last hour. By whom is not noted.',
};

/** Tables that are made by tools, and why they hold nothing of a person. */
export const toolTables = {
  schemaMigrations: 'Which migrations were applied, with their checksums.',
};
