import { ownedBy, type PersonTables } from '@atrium/host/database/person-tables';
import type { ConfigurationTables } from './configuration.tables.ts';

const FILES = 'About files of the domain, which are downloaded in Configuration.';
const INTERNAL = 'How far the work is.';

/** Personal data in pulls, submits and pushes. Files belong to the domain; drafts stay in the browser. */
export const configurationPersonTables: PersonTables<ConfigurationTables> = {
  pulls: {
    list: 'pulls',
    about: 'Repositories that you pulled.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: {
      manifest: FILES,
      ignored: FILES,
      contentsState: INTERNAL,
      unreadable: FILES,
      lastCommitsState: INTERNAL,
      lastCommits: FILES,
      touchedOn: INTERNAL,
    },
  },
  exchanges: {
    list: 'exchanges',
    about: 'What you last pulled from and pushed to each repository.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { replacedBy: 'It may be an exchange of another person.', manifest: FILES },
  },
  backups: {
    list: 'imports',
    about: 'Submits, merges, edits and restores that you made, each with the version that it replaced.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: { impersonatorId: { flag: 'wasDoneByAnotherAsYou' }, leftOut: FILES },
  },
  gitOperations: {
    list: 'gitOperations',
    about: 'Pulls and pushes that you started lately.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: {
      attempt: INTERNAL,
      phase: INTERNAL,
      done: INTERNAL,
      total: INTERNAL,
      touchedOn: INTERNAL,
    },
  },
  submissions: {
    list: 'submissions',
    about:
      'Submits, imports, edits and returns to a version that you started, and what became of those that were tested.',
    whose: ownedBy('userId'),
    order: ['id'],
    except: {
      impersonatorId: { flag: 'wasDoneByAnotherAsYou' },
      permissions: 'What an access key or a page was allowed that started it.',
      attempt: INTERNAL,
      isFollowed: INTERNAL,
      phase: INTERNAL,
      done: INTERNAL,
      total: INTERNAL,
      touchedOn: INTERNAL,
      request: FILES,
      requestHash: INTERNAL,
      draft: FILES,
    },
  },
  remoteContents: 'Files of repositories: they belong to the domain and name no person.',
  candidates: 'Files of the domain that were tested before they were live; who tested them is in the run.',
  protections: 'What the domain demands of its services; who demanded it is in the log.',
  exchangeContents: 'Which files belong to which exchange.',
};
