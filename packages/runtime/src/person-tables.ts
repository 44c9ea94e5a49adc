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
  allowedHost: {
    list: 'allowedHosts',
    about: 'Hosts that you or your access keys have allowed functions to reach.',
    whose: ownedBy('allowedBy'),
    order: ['host'],
  },
  functionValue: {
    list: 'changedValues',
    about: 'Secrets and variables of functions that you or your access keys set last, without their values.',
    whose: ownedBy('changedBy'),
    order: ['kind', 'name'],
    except: {
      value: 'A secret of the domain.',
      testValue: 'A secret of the domain.',
      previousValue: 'A secret of the domain.',
      previousUntil: 'Until when the value before it is kept.',
      usedOn: 'When a function used it last.',
    },
  },
  stored: 'How much a domain stores.',
  invoked: 'How much a domain calls.',
  collectionIndex: 'Fields by which collections are sorted.',
  entryIndex: 'Values of entries, for sorting.',
  backgroundRun: {
    list: 'queuedRuns',
    about: 'Runs of functions that you have started and that have not ended.',
    whose: ownedBy('userId'),
    order: ['number'],
    except: { input: 'Content of the domain.', holder: 'Which process runs it.' },
  },
  schedule: 'When functions start by themselves.',
  testEntry: 'Changes of a running test, which are never committed.',
  canceledTest: 'Which tests were canceled in the last hour. By whom is not noted.',
};

/** Tables that are made by tools, and why they hold nothing of a person. */
export const toolTables = {
  schemaMigrations: 'Which migrations were applied, with their checksums.',
};
