import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import { sql } from 'kysely';
import type { TestRunsTables } from './test-runs.tables.ts';

const OTHER = 'Tests can act as another person.';

/** Personal data in test runs. */
export const testRunsPersonTables: PersonTables<TestRunsTables> = {
  testRuns: {
    list: 'testRuns',
    about: 'Test runs that you started.',
    whose: ownedBy('requestedBy'),
    order: ['id'],
    except: {
      userId: OTHER,
      userName: OTHER,
      revision: 'How far the run is.',
      execution: 'How far the run is.',
      heartbeatOn: 'How far the run is.',
      permissions: 'What an access key or a page was allowed that started it.',
      askedServiceIds: 'Of which services of the domain it was.',
      versions: 'Versions of the domain’s configuration.',
      resultBytes: 'How much room its results take.',
      isWhole: 'Whether it was of all tests of the domain.',
    },
  },
  testRunServices: {
    list: 'testRunServices',
    about: 'The services and versions that they tested.',
    whose: ({ domainId, userId }) => sql`run_id in (
      select id from test_runs where domain_id = ${domainId} and requested_by = ${userId})`,
    order: ['runId', 'serviceId'],
  },
  changeSearches: {
    list: 'changeSearches',
    about: 'Searches for the version that broke a test, which you started.',
    whose: ownedBy('requestedBy'),
    order: ['id'],
    except: {
      heartbeatOn: 'How far the search is.',
      base: 'Versions of the domain’s configuration.',
      changes: 'Versions of the domain’s configuration.',
      permissions: 'What an access key or a page was allowed that started it.',
      probes: 'How a test of the domain’s configuration ended.',
    },
  },
  reachedFiles: 'Which files of the domain’s configuration tests reach.',
  reaches: 'Which files of the domain’s configuration tests reach.',
  runTimes: {
    list: 'runTimes',
    about: 'Times that you set at which tests run by themselves.',
    whose: ownedBy('savedBy'),
    order: ['id'],
    except: {
      position: 'Its place in the list.',
      permissions: 'What an access key or a page was allowed that started it.',
    },
  },
  testQuarantines: {
    list: 'testQuarantines',
    about: 'Tests that you put into quarantine.',
    whose: ownedBy('createdBy'),
    order: ['serviceId', 'testId'],
  },
  testResults: 'What tests of the domain’s configuration returned; how many passed is in the run.',
};
